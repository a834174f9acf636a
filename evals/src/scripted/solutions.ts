/**
 * Batches that somebody wrote who knew what is expected: what the scripted agents do instead of
 * thinking. They try the harness, and say nothing about any model.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as z from "zod";

const batchSchema = z.strictObject({
  /** Whether it is meant to be refused, as a first try that does not fit is. */
  refused: z.boolean().default(false),
  declarations: z.array(z.looseObject({ op: z.string() })).default([]),
  acknowledges: z
    .array(z.strictObject({ annotation_id: z.string(), note: z.string().optional() }))
    .default([]),
});

export const solutionSchema = z.strictObject({
  /** Fulfils what the scenario expects. */
  careful: z.array(batchSchema).min(1),
  /** The mistake that the scenario is there to notice. */
  careless: z.array(batchSchema),
});

export const solutionsSchema = z.record(z.string(), solutionSchema);

export type SolutionBatch = z.output<typeof batchSchema>;
export type Solution = z.output<typeof solutionSchema>;

export function loadSolutions(): ReadonlyMap<string, Solution> {
  const [packageFolder = ""] = fileURLToPath(import.meta.url).split(/[/\\](?:src|dist)[/\\]/);
  const folder = join(packageFolder, "solutions");
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    files.sort().flatMap((name) => {
      const json: unknown = JSON.parse(readFileSync(join(folder, name), "utf8"));
      return Object.entries(solutionsSchema.parse(json));
    }),
  );
}

/** Batches have ids of their own; the same ones in the same order, so that a retry is a retry. */
export function requestOf(batch: SolutionBatch, index: number): Record<string, unknown> {
  const { declarations, acknowledges } = batch;
  return { batch_id: `agent-${index + 1}`, declarations, acknowledges };
}
