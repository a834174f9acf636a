/** Holds one check of the store against what was observed. */
import type { Tier } from "@fold/contracts";
import { type CheckOf, type StoreCheck, stepsBetween } from "../scenario/check-schema.js";
import type { Observation, SeenEntry } from "../store/observation.js";
import { asksAbout } from "./admitting.js";
import { hasOneOf, hasWords, liveOf, matching, oneMatching, textOf } from "./matching.js";

export interface Verdict {
  readonly holds: boolean;
  /** What was seen instead, or as wanted; for people. */
  readonly seen: string;
}

export function judgeStoreCheck(check: StoreCheck, observation: Observation): Verdict {
  switch (check.check) {
    case "tier":
      return ofEntry(check, observation, ({ tier }) => [isWithin(tier, check), tier]);
    case "kind":
      return ofEntry(check, observation, ({ kind }) => [check.one_of.includes(kind), kind]);
    case "says":
      return ofEntry(check, observation, (entry) => {
        return [hasWords(textOf(entry), check.words), entry.title];
      });
    case "says_not":
      return ofEntry(check, observation, (entry) => {
        return [!hasOneOf(textOf(entry), check.words), entry.title];
      });
    case "due":
      return ofEntry(check, observation, ({ dueAt }) => [
        isDueWithin(dueAt, check),
        dueAt ?? "none",
      ]);
    case "greater":
      return judgeGreater(check, observation);
    case "count":
      return judgeCount(check, observation);
    case "closed":
      return judgeClosed(check, observation);
    case "kept":
      return judgeKept(check, observation);
    case "untouched":
      return judgeUntouched(check, observation);
    case "replaced":
      return judgeReplaced(check, observation);
    case "asks": {
      const asking = asksAbout(check.about, observation);
      return { holds: asking !== null, seen: asking?.title ?? "nothing was asked" };
    }
  }
}

type Judged = readonly [holds: boolean, seen: string];

function ofEntry(
  { entry }: CheckOf<"tier" | "kind" | "says" | "says_not" | "due">,
  observation: Observation,
  judge: (entry: SeenEntry) => Judged,
): Verdict {
  const found = oneMatching(entry, observation);
  if (found === null) return { holds: false, seen: "no such entry" };
  const [holds, seen] = judge(found);
  return { holds, seen: `${found.id}: ${seen}` };
}

interface TierRange {
  readonly at_least?: Tier | undefined;
  readonly at_most?: Tier | undefined;
}

export function isWithin(tier: Tier, { at_least, at_most }: TierRange): boolean {
  return (
    (at_least === undefined || stepsBetween(at_least, tier) >= 0) &&
    (at_most === undefined || stepsBetween(tier, at_most) >= 0)
  );
}

function isDueWithin(dueAt: string | null, { from, to, none }: CheckOf<"due">): boolean {
  if (none || dueAt === null) return none && dueAt === null;
  const at = Date.parse(dueAt);
  return (
    (from === undefined || at >= Date.parse(from)) && (to === undefined || at <= Date.parse(to))
  );
}

function judgeGreater({ entry, than, steps }: CheckOf<"greater">, seen: Observation): Verdict {
  const [one, other] = [oneMatching(entry, seen), oneMatching(than, seen)];
  if (one === null || other === null) return { holds: false, seen: "one of them is not there" };
  const words = `${one.id} ${one.tier}, ${other.id} ${other.tier}`;
  return { holds: stepsBetween(other.tier, one.tier) >= steps, seen: words };
}

function judgeCount({ entry, at_least, at_most }: CheckOf<"count">, seen: Observation): Verdict {
  const found = matching(entry, seen).filter(({ kind }) => kind !== "question");
  const isEnough = found.length >= (at_least ?? 0);
  const holds = isEnough && found.length <= (at_most ?? Number.POSITIVE_INFINITY);
  return { holds, seen: found.map(({ id }) => id).join(", ") || "none" };
}

function judgeClosed({ id, as, reasons }: CheckOf<"closed">, { closed }: Observation): Verdict {
  const found = closed.get(id);
  if (found === undefined) return { holds: false, seen: `${id}: active` };
  const code = found.reason?.code;
  const isRight = reasons === undefined || (code !== undefined && reasons.includes(code));
  return {
    holds: as.includes(found.status) && isRight,
    seen: `${id}: ${found.status}${code === undefined ? "" : `, ${code}`}`,
  };
}

function judgeKept({ ids, at_least }: CheckOf<"kept">, observation: Observation): Verdict {
  const lost = ids.filter((id) => {
    const entry = observation.active.get(liveOf(id, observation) ?? "");
    return entry === undefined || !isWithin(entry.tier, { at_least });
  });
  return { holds: lost.length === 0, seen: lost.length === 0 ? "all kept" : `lost: ${lost}` };
}

function judgeUntouched({ ids }: CheckOf<"untouched">, { active, before }: Observation): Verdict {
  const touched = ids.filter((id) => {
    const [now, then] = [active.get(id), before.get(id)];
    return now?.title !== then?.title || now?.tier !== then?.tier || now?.dueAt !== then?.dueAt;
  });
  return { holds: touched.length === 0, seen: touched.length === 0 ? "as before" : `${touched}` };
}

function judgeReplaced(check: CheckOf<"replaced">, observation: Observation): Verdict {
  const { id, by, may_patch } = check;
  const live = liveOf(id, observation);
  const isNew = live !== null && live !== id;
  const wasPatched = live === id && may_patch;
  const fits = matching(by, observation).some((entry) => entry.id === live);
  const seen = isNew ? `${id} gave way to ${live}` : live === id ? `${id} stands` : `${id} is gone`;
  return { holds: (isNew || wasPatched) && fits, seen: fits ? seen : `${seen}, not as wanted` };
}
