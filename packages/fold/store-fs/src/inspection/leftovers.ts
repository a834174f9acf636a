/** The files of a store that are not its own. */
import type { Finding } from "@fold/contracts";
import type { FsPort } from "../fs-port.js";
import { INDEX_NAME, isTemporaryName, MARKS } from "../names.js";

const OWN = new Set<string>([...MARKS, INDEX_NAME]);

/** What sync services, editors and merges call the copies they make of our log. */
const COPY_OF_LOG = /^events\b.*\bjsonl\b|^\.?events\.jsonl.|\bevents\b.*conflict/i;

export function leftoversIn(fs: FsPort, dir: string): readonly Finding[] {
  return [...fs.list(dir)].sort().flatMap((file): readonly Finding[] => {
    if (OWN.has(file)) return [];
    if (isTemporaryName(file)) return [{ code: "temporary_file", file }];
    return [{ code: COPY_OF_LOG.test(file) ? "copy_of_log" : "foreign_file", file }];
  });
}
