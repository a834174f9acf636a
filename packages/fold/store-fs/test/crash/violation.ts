/** What the enumeration looks for. */

/**
 * `lost` something that a receipt or an answer told of is not there; `unsound` the log or a cache is
 * damaged, or the store says so; `half_done` the log holds what nobody asked for, or twice;
 * `unavailable_but_written` a call that said it wrote nothing did; `not_durable` what was read would
 * not survive a power cut; `caches_matter` without caches the state is another; `retry` a request
 * sent again is not answered as it was; `cannot_go_on` the store takes nothing new; `went_back` an
 * answer is older than one given before it was asked for; `unexpected` a call ended in no known way.
 */
export type ViolationKind =
  | "lost"
  | "unsound"
  | "half_done"
  | "unavailable_but_written"
  | "not_durable"
  | "caches_matter"
  | "retry"
  | "cannot_go_on"
  | "went_back"
  | "unexpected";

export class Violation extends Error {
  readonly kind: ViolationKind;

  constructor(kind: ViolationKind, detail: unknown) {
    super(`${kind}: ${typeof detail === "string" ? detail : JSON.stringify(detail)}`);
    this.kind = kind;
  }
}
