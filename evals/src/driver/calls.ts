/** What the recorder writes down of each call of the command, one JSON line each. */
import { existsSync, readFileSync } from "node:fs";
import * as z from "zod";
import type { SeenCall } from "../store/observation.js";

/** Given to the recorder as a file. */
export interface RecorderSettings {
  /** The program that does the work. */
  readonly fold: string;
  /** Where the calls are written down. */
  readonly journal: string;
  /** What `--now` is where the agent gives none. */
  readonly now: string;
}

const callSchema = z.strictObject({
  command: z.string(),
  outcome: z.string().nullable(),
  over_by: z.int().nonnegative(),
});
export type CallLine = z.output<typeof callSchema>;

/** A line that was cut short by a kill says nothing. */
export function readCalls(journal: string): readonly SeenCall[] {
  if (!existsSync(journal)) return [];
  const lines = readFileSync(journal, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => {
    const { command, outcome, over_by } = callSchema.parse(JSON.parse(line));
    return { command, outcome, overBy: over_by };
  });
}
