/** Where the command of this workspace stands. It has to be built. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** `fold` as it would be started from its installation. */
export function foldCommand(): readonly [string, ...string[]] {
  const manifest = createRequire(import.meta.url).resolve("@fold/cli/package.json");
  return [process.execPath, join(dirname(manifest), "bin", "fold.cjs")];
}
