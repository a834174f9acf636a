/** What a command says: one document to standard output, words to standard error, an exit code. */
import type { Answer } from "@fold/contracts";
import { answerWords } from "./answer-words.js";
import { EXIT, type ExitCode, exitOf } from "./exit.js";
import type { Io } from "./io.js";
import type { TypedAt } from "./typed-command.js";

export interface Reply {
  /** In pieces, so that a long answer is never one string. */
  readonly document: Iterable<string>;
  /** Lines for people. */
  readonly words: readonly string[];
  readonly exit: ExitCode;
  /** Words for a person at a terminal only, when all went well. */
  readonly aside?: () => string;
  /** Done once the document is out, so that nothing it meets can keep the document back. */
  readonly afterwards?: () => Promise<Pick<Reply, "words" | "exit">>;
  /** Something was saved, which no trouble with the output can undo. */
  readonly isSaved?: boolean;
}

/** An answer as its JSON, its sentence and its exit code. */
export function answered(answer: Answer, at?: TypedAt): Reply {
  const exit = exitOf(answer.outcome);
  const document = [json(answer)];
  if (answer.outcome !== "accepted") return { document, words: answerWords(answer, at), exit };
  // Made for a terminal alone: a pattern with classes of Unicode takes as long as a sync.
  const aside = (): string => answerWords(answer).join("\n");
  return { document, words: [], aside, exit, isSaved: answer.check !== true };
}

export function misuse(message: string, hint: string): Reply {
  return answered({ outcome: "usage", message, hint });
}

/** Nothing expects what was thrown here, so its trace is shown to whoever can report it. */
export function bugReply(error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  const reply = answered({ outcome: "bug", message });
  const trace = error instanceof Error ? (error.stack ?? message) : message;
  return { ...reply, words: [...reply.words, trace], exit: EXIT.bug };
}

/** A value as one line of JSON. */
export function json(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** Prints a reply and returns its exit code. */
export async function deliver(reply: Reply, io: Io): Promise<ExitCode> {
  const lines = reply.words.flatMap((words) => words.split("\n"));
  const aside = reply.aside !== undefined && io.stderr.isTerminal() ? [reply.aside()] : [];
  let exit = reply.exit;
  for (const piece of reply.document) {
    const wrote = await io.stdout.write(piece);
    if (wrote.ok) continue;
    if (wrote.readerGone && reply.afterwards === undefined) return reply.exit;
    if (wrote.readerGone) break;
    lines.push(`The answer could not be written to standard output: ${wrote.reason}.`);
    if (reply.isSaved === true)
      lines.push("What was sent is saved: send it again for its receipt.");
    else if (exit === EXIT.ok) exit = EXIT.unavailable;
    break;
  }
  if (reply.afterwards !== undefined) {
    const more = await reply.afterwards();
    lines.push(...more.words.flatMap((words) => words.split("\n")));
    if (exit === EXIT.ok) exit = more.exit;
  }
  const talk = [...lines, ...aside];
  if (talk.length === 0) return exit;
  const { visible } = await import("@fold/brief");
  // Without standard error there is nobody left to tell.
  await io.stderr.write(talk.map((line) => `${visible(line)}\n`).join(""));
  return exit;
}
