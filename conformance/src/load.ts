/** Reads the case files beside this package. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Case, CaseFile } from "./case-file.js";

export interface LoadedCase {
  /** The name of its file without the extension. */
  readonly file: string;
  readonly testCase: Case;
}

export const CASES_FOLDER = fileURLToPath(new URL("../cases/", import.meta.url));

export function loadCases(folder: string = CASES_FOLDER): readonly LoadedCase[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return names.sort().flatMap((name) => {
    const { cases }: CaseFile = JSON.parse(readFileSync(join(folder, name), "utf8"));
    return cases.map((testCase) => ({ file: name.replace(/\.json$/, ""), testCase }));
  });
}
