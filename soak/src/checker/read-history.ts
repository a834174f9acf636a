/** Journals as calls with their answers, and the times in which processes held the store. */
import type { Disturbance } from "../history/disturbances.js";
import type { JournalText } from "../history/journal.js";
import type { Answer, Ask, Line, Role } from "../history/lines.js";
import type { Finding } from "./findings.js";
import type { Interval } from "./intervals.js";

/** A call whose answer is null was cut short, and may have done anything that it was to do. */
export interface Call {
  readonly process: string;
  readonly call: number;
  readonly now: string;
  readonly ask: Ask;
  readonly from: number;
  /** Infinity while there is no answer. */
  readonly to: number;
  readonly answer: Answer | null;
}

export interface ProcessHistory {
  readonly process: string;
  readonly role: Role;
  readonly lockTimeoutMs: number;
  readonly calls: readonly Call[];
  /** Times in which it surely held the store. */
  readonly holds: readonly Interval[];
  readonly findings: readonly Finding[];
}

export function readHistory(
  { process, text }: JournalText,
  disturbances: readonly Disturbance[],
): ProcessHistory {
  const { lines, findings } = linesOf(process, text);
  const calls = new Map<number, Call>();
  const holds: Interval[] = [];
  let start: Extract<Line, { line: "start" }> | null = null;
  let entered: number | null = null;
  for (const line of lines) {
    switch (line.line) {
      case "start":
        start = line;
        break;
      case "call": {
        const { call, now, ask, at } = line;
        calls.set(call, { process, call, now, ask, from: at, to: Infinity, answer: null });
        break;
      }
      case "answer": {
        const asked = calls.get(line.call);
        if (asked !== undefined) {
          calls.set(line.call, { ...asked, to: line.at, answer: line.answer });
        }
        break;
      }
      case "enter":
        entered = line.at;
        break;
      case "leave":
        if (entered !== null) holds.push({ from: entered, to: line.at });
        entered = null;
        break;
      default:
        line satisfies never;
    }
  }
  // A process that was killed in its pause held the store at least until the signal was sent.
  const killed = disturbances.find((done) => done.kind === "kill" && done.process === process);
  if (entered !== null && killed?.kind === "kill" && killed.at > entered) {
    holds.push({ from: entered, to: killed.at });
  }
  const { role = "plain", lockTimeoutMs = 0 } = start ?? {};
  return { process, role, lockTimeoutMs, calls: [...calls.values()], holds, findings };
}

/** A last line that is unfinished was never relied on: its call was not made, its answer not used. */
function linesOf(process: string, text: string) {
  const lines: Line[] = [];
  const findings: Finding[] = [];
  const texts = text.split("\n");
  texts.pop();
  for (const [index, one] of texts.entries()) {
    const line = lineOf(one);
    if (line === null) findings.push({ code: "journal_torn", process, line: index + 1 });
    else lines.push(line);
  }
  return { lines, findings };
}

function lineOf(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    const isLine = typeof value === "object" && value !== null && "line" in value && "at" in value;
    // Our own process wrote it; whatever reads as a line of this kind is one.
    return isLine ? (value as Line) : null;
  } catch {
    return null;
  }
}
