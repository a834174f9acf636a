/** Whether a picture stays worth its attention: nothing padded, restated, repeated or written in vain. */
import type { Effort } from "../scenario/case-schema.js";
import type { Observation, SeenEntry } from "../store/observation.js";

/** A summary longer than this is a document, not a summary. In code points. */
const SUMMARY_CHARS_MAX = 600;
/** As many code points in a row as stand in the facts are a copy; Chinese says more in fewer. */
const COPIED_CHARS = { en: 200, zh: 80 } as const;

export type FaultCode =
  | "nothing_written"
  | "too_many_opened"
  | "too_many_records"
  | "written_in_vain"
  | "padded"
  | "copied"
  | "restated"
  | "spoke_for_person";

export interface Fault {
  readonly code: FaultCode;
  readonly seen: string;
}

export interface DisciplineRule {
  readonly effort: Effort;
  readonly facts: readonly string[];
  readonly language: "en" | "zh";
}

export function disciplineFaults(rule: DisciplineRule, observation: Observation): readonly Fault[] {
  const { active, before, records } = observation;
  const opened = [...active.values()].filter(({ id }) => !before.has(id));
  const written = [...active.values()].filter((entry) => {
    return entry.summary !== (before.get(entry.id)?.summary ?? "");
  });
  const inVain = records.filter(({ type }) => type === "checked");
  const facts = rule.facts.join("\n");
  const fault = (code: FaultCode, isThere: boolean, seen: string | number): readonly Fault[] =>
    isThere ? [{ code, seen: String(seen) }] : [];
  const { opened_max, records_max } = rule.effort;
  return [
    ...fault("nothing_written", records.length === 0, 0),
    ...fault("too_many_opened", newlyStanding(opened, observation) > opened_max, opened.length),
    ...fault("too_many_records", records.length > records_max, records.length),
    ...fault("written_in_vain", inVain.length > 1, inVain.length),
    ...written.flatMap(({ id, summary, summaryChars }) => [
      ...fault("padded", summaryChars > SUMMARY_CHARS_MAX, id),
      ...fault("copied", longestRun(summary, facts) >= COPIED_CHARS[rule.language], id),
    ]),
    ...opened.flatMap((entry) => {
      return fault("restated", isRestated(entry, active), entry.id);
    }),
    ...fault(
      "spoke_for_person",
      records.some(({ type }) => type === "annotation"),
      "annotation",
    ),
  ];
}

/** A new entry in the place of an old one takes no more room, and a question asks for no more. */
function newlyStanding(opened: readonly SeenEntry[], { closed }: Observation): number {
  const successors = new Set([...closed.values()].map(({ successor }) => successor));
  return opened.filter(({ id, kind }) => kind !== "question" && !successors.has(id)).length;
}

function isRestated(entry: SeenEntry, active: Observation["active"]): boolean {
  const title = plain(entry.title);
  return [...active.values()].some(
    (other) => other.id !== entry.id && plain(other.title) === title,
  );
}

/** Letters and digits alone: a full stop makes no other title. */
function plain(title: string): string {
  return title.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The length, in code points, of the longest piece that both texts have. */
export function longestRun(one: string, other: string): number {
  const [first, second] = [[...squeezed(one)], [...squeezed(other)]];
  let longest = 0;
  let above: Uint32Array = new Uint32Array(second.length + 1);
  for (const character of first) {
    const here = new Uint32Array(second.length + 1);
    for (let index = 0; index < second.length; index += 1) {
      if (second[index] !== character) continue;
      const run = (above[index] ?? 0) + 1;
      here[index + 1] = run;
      if (run > longest) longest = run;
    }
    above = here;
  }
  return longest;
}

/** However lines are broken, a copy is a copy. */
function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}
