/** Everything a plan is made from, laid out for its parts. */
import type { Wanted } from "../rules/matter.js";
import type { Desk } from "./desk.js";
import type { Recollections } from "./memory.js";
import type { Wish } from "./wishes.js";

export interface Situation {
  readonly now: string;
  readonly desk: Desk;
  readonly wanted: Wanted;
  readonly recollections: Recollections;
  /** The latest wish of each active entry, and of each that is put aside and asked back. */
  readonly wishes: ReadonlyMap<string, Wish>;
}
