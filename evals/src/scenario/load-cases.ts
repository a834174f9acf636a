/** Reads the case files. A file that is wrong stops everything, with its name and the place. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";
import { type Case, caseSchema } from "./case-schema.js";
import { faultsOf } from "./references.js";

/** The cases of this package; the same place from `src/scenario` and from the built `dist`. */
export const SCENARIOS_FOLDER = folderBeside("scenarios");

export type LoadedCases =
  | { readonly ok: true; readonly cases: readonly Case[]; readonly digest: string }
  | { readonly ok: false; readonly faults: readonly string[] };

export function loadCases(folder: string = SCENARIOS_FOLDER): LoadedCases {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".json"))
    .sort();
  const read = names.map((name) => readCase(name, readFileSync(join(folder, name), "utf8")));
  const cases = read.flatMap(({ value }) => (value === null ? [] : [value]));
  const ids = cases.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const faults = [
    ...read.flatMap((one) => one.faults),
    ...twice.map((id) => `${id}: two cases have this id`),
  ];
  if (names.length === 0) faults.push(`${folder}: there is no case`);
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, cases, digest: digestOf(cases) };
}

/** Results of one digest are about the same scenarios. */
export function digestOf(cases: readonly Case[]): string {
  const inOrder = [...cases].sort((one, other) => (one.id < other.id ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(inOrder)).digest("hex").slice(0, 16);
}

interface ReadCase {
  readonly value: Case | null;
  readonly faults: readonly string[];
}

export function readCase(name: string, text: string): ReadCase {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { value: null, faults: [`${name}: not JSON: ${String(error)}`] };
  }
  const parsed = caseSchema.safeParse(json);
  if (!parsed.success) {
    const words = z.prettifyError(parsed.error).replaceAll("\n", "\n  ");
    return { value: null, faults: [`${name}:\n  ${words}`] };
  }
  const wanted = `${parsed.data.family}${sep}${parsed.data.id}.json`;
  const faults = faultsOf(parsed.data).map((fault) => `${name}: ${fault}`);
  if (name !== wanted) faults.push(`${name}: a case with its family and id is named ${wanted}`);
  return { value: faults.length === 0 ? parsed.data : null, faults };
}

function folderBeside(name: string): string {
  const [packageFolder = ""] = fileURLToPath(import.meta.url).split(/[/\\](?:src|dist)[/\\]/);
  return join(packageFolder, name);
}
