/** Tells whether anything in a folder was touched. */
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** Every path with its kind, mode, time of change and content. */
export function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const visit = (path: string): void => {
    const status = lstatSync(path);
    hash.update(`${path}\0${status.mode}\0${status.mtimeMs}\0`);
    if (status.isSymbolicLink()) hash.update(readlinkSync(path));
    if (status.isFile()) hash.update(readFileSync(path));
    if (status.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  visit(folder);
  return hash.digest("hex");
}
