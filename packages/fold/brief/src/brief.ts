import type { EntryAnswer, StateDiff, StateView } from "@fold/contracts";
import { diffLines } from "./diff-lines.js";
import { answerLines } from "./entry-lines.js";
import { type Language, WORDS } from "./languages.js";
import { stateLines } from "./state-lines.js";
import { visible } from "./visible.js";

/** What a read of a store may answer: the view, one entry, or a diff. */
export type Briefable = StateView | EntryAnswer | StateDiff;

export interface BriefOptions {
  /** English unless set. */
  readonly lang?: Language | undefined;
}

/**
 * The answer as text for a person at a terminal, ending in a line break. Lines are not wrapped. What
 * is shortened or left out says so with its count.
 *
 * Invariant: the text holds no control character but the line breaks between its own lines, and no
 * bidirectional control. It holds because data and words alike pass through `visible` here, at the
 * only exit.
 */
export function brief(answer: Briefable, { lang = "en" }: BriefOptions = {}): string {
  return `${linesOf(answer, lang).map(visible).join("\n")}\n`;
}

function linesOf(answer: Briefable, lang: Language): readonly string[] {
  const words = WORDS[lang];
  switch (answer.schema) {
    case "fold.state/1":
      return stateLines(answer, words);
    case "fold.entry/1":
      return answerLines(answer, words);
    case "fold.diff/1":
      return diffLines(answer, words);
  }
}
