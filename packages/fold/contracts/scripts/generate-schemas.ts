/**
 * Writes the JSON Schemas of the contract into `schemas/`, one file a shape. With `--check` nothing
 * is written and a difference ends with code 1. Run it with `pnpm run schemas` in this package.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import * as contracts from "../src/index.js";

const shapes = {
  batch: contracts.batchSchema,
  "annotation-request": contracts.annotationRequestSchema,
  declaration: contracts.declarationSchema,
  "history-query": contracts.historyQuerySchema,
  "state-query": contracts.stateQuerySchema,
  source: contracts.sourceSchema,
  entry: contracts.entrySchema,
  "closed-entry": contracts.closedEntrySchema,
  record: contracts.recordSchema,
  receipt: contracts.receiptSchema,
  answer: contracts.answerSchema,
  violation: contracts.violationSchema,
  "state-view": contracts.stateViewSchema,
  "entry-answer": contracts.entryAnswerSchema,
  "state-diff": contracts.stateDiffSchema,
  "history-page": contracts.historyPageSchema,
  examination: contracts.examinationSchema,
} as const;

/** Requests are described as a caller writes them, answers as they are given. */
const inputs = new Set([
  "batch",
  "annotation-request",
  "declaration",
  "history-query",
  "state-query",
]);

export function schemaFiles(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(shapes).map(([name, schema]) => {
      const json = z.toJSONSchema(schema, {
        io: inputs.has(name) ? "input" : "output",
        // Transforms and instants carry their JSON shape as metadata.
        unrepresentable: "any",
      });
      const titled = { $id: `urn:fold:schema:${name}`, title: name, ...json };
      return [`${name}.schema.json`, `${JSON.stringify(titled, null, 2)}\n`];
    }),
  );
}

async function main(check: boolean): Promise<number> {
  // A package script runs in the folder of its package, wherever the built script stands.
  const folder = join(process.cwd(), "schemas");
  await mkdir(folder, { recursive: true });
  const stale: string[] = [];
  for (const [name, text] of schemaFiles()) {
    const present = await readFile(join(folder, name), "utf8").catch(() => "");
    if (present === text) continue;
    stale.push(name);
    if (!check) await writeFile(join(folder, name), text);
  }
  if (stale.length > 0) console.log(`${check ? "out of date" : "written"}: ${stale.join(", ")}`);
  return check && stale.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.includes("--check"));
}
