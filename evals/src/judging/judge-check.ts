/** Holds any check against what was observed. */
import type { Check, CheckOf } from "../scenario/check-schema.js";
import type { Observation } from "../store/observation.js";
import { judgeAcknowledgement } from "./acknowledgement.js";
import { judgeStoreCheck, type Verdict } from "./judge-store-check.js";

export function judgeCheck(check: Check, observation: Observation): Verdict {
  switch (check.check) {
    case "acknowledgement":
      return judgeAcknowledgement(check, observation);
    case "refusals":
      return judgeRefusals(check, observation);
    default:
      return judgeStoreCheck(check, observation);
  }
}

/** Numbers were used where each refused attempt for the budget is over by less than the one before. */
function judgeRefusals({ at_most }: CheckOf<"refusals">, { calls }: Observation): Verdict {
  const commits = calls.filter(({ command }) => command === "commit");
  const over = commits.filter(({ overBy }) => overBy > 0).map(({ overBy }) => overBy);
  const comesCloser = over.every((units, index) => index === 0 || units < (over[index - 1] ?? 0));
  const seen = over.length === 0 ? "no refusal" : `over by ${over.join(", then ")}`;
  return { holds: over.length <= at_most && comesCloser, seen };
}
