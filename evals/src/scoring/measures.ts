/** What is measured, and from which trials. The formulas stand in README.md. */
import type { Family } from "../scenario/case-schema.js";

export const MEASURES = [
  "agreement",
  "direction",
  "honesty",
  "supersession",
  "refusal",
  "acknowledgement",
  "discipline",
] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_OF: Readonly<Record<Family, Measure>> = {
  paraphrase: "agreement",
  background: "direction",
  missing: "honesty",
  supersession: "supersession",
  refusal: "refusal",
  annotation: "acknowledgement",
};

/**
 * Shown beside the measures and no part of the total. `checks`: each single check, so that what comes
 * close differs from what is all wrong. `completion`: whether the agent ended in time and in order.
 */
export const SIDE_MEASURES = ["checks", "completion"] as const;
export type SideMeasure = (typeof SIDE_MEASURES)[number];

/** One yes or no. */
export interface Unit {
  readonly measure: Measure | SideMeasure;
  readonly caseId: string;
  readonly family: Family;
  readonly repeat: number;
  readonly value: 0 | 1;
}
