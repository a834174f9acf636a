/** Whether an agent says that it does not know. */
import type { Words } from "../scenario/check-schema.js";
import type { Observation, SeenEntry } from "../store/observation.js";
import { hasOneOf, hasWords, textOf } from "./matching.js";

/** An entry of these kinds asks a person, whatever its words. */
const ASKING_KINDS = ["question", "decision"];

/** Words by which an entry of another kind admits that something is not known. */
const ADMISSIONS = [
  "unknown",
  "not known",
  "unclear",
  "not stated",
  "not clear",
  "not say",
  "unconfirmed",
  "not confirmed",
  "to be confirmed",
  "missing",
  "need to know",
  "need to ask",
  "not given",
  "未知",
  "不清楚",
  "不明",
  "未说明",
  "没有说明",
  "未注明",
  "没写",
  "待确认",
  "未确认",
  "尚不",
  "缺少",
  "需要确认",
];

/** Only what the agent wrote itself counts: a question that had been there before is not its own. */
export function asksAbout(about: Words, { active, before }: Observation): SeenEntry | null {
  for (const entry of active.values()) {
    const earlier = before.get(entry.id);
    const isOld = earlier !== undefined && textOf(earlier) === textOf(entry);
    if (isOld || !hasWords(textOf(entry), about)) continue;
    if (ASKING_KINDS.includes(entry.kind) || hasOneOf(textOf(entry), ADMISSIONS)) return entry;
  }
  return null;
}
