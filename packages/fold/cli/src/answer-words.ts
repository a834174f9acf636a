/** Sentences for people: what happened, and what to do next. Nobody compares them. */
import type {
  Accepted,
  Answer,
  Conflict,
  CopyFailed,
  Corrupt,
  Rejected,
  Unavailable,
} from "@fold/contracts";
import { shellWord } from "./shell-word.js";
import { type TypedAt, typedOption, typedProgram } from "./typed-command.js";

/** `at` says where the commands in the sentences would be typed; without it they are a form. */
export function answerWords(answer: Answer, at?: TypedAt): readonly string[] {
  const [first = "", ...rest] = linesFor(answer, at);
  return [sentence(first), ...rest];
}

/** Ends with a stop. What it begins with may be an id, and stays as it is. */
function sentence(words: string): string {
  return /[\p{Letter}\p{Number})]$/u.test(words) ? `${words}.` : words;
}

function linesFor(answer: Answer, at: TypedAt | undefined): readonly string[] {
  switch (answer.outcome) {
    case "accepted":
      return [acceptedWords(answer)];
    case "rejected":
      return rejectedWords(answer);
    case "conflict":
      return [answer.message, conflictNext(answer, at)];
    case "unavailable":
      return [...messageOf(answer), unavailableNext(answer, at)];
    case "unknown":
      return [
        answer.message,
        `Find out with: ${historyOf(answer.batch_id, at)}`,
        "Sending the same again is safe.",
      ];
    case "corrupt":
      return [answer.message, corruptNext(answer, at)];
    case "usage":
      return [answer.message, answer.hint ?? "See: fold --help"];
    case "no_store":
      return answer.hint === undefined ? [answer.message] : [answer.message, answer.hint];
    case "not_found":
      return [answer.message, "List what is there with: fold state, or fold history."];
    case "image_failed":
      return [answer.message, "The state above is complete; only the image is missing."];
    case "copy_failed":
      return [answer.message, `Detail: ${answer.detail}`, copyNext(answer)];
    case "bug":
      return [`This is a bug in fold: ${answer.message}`, "Please report it with the lines below."];
  }
}

/** What stands in the way is named where the reason alone does not say which file it is. */
function messageOf({ reason, message, detail }: Unavailable): readonly string[] {
  const isNeeded = reason === "not_a_file" || reason === "io";
  return isNeeded && detail !== undefined ? [message, `Detail: ${detail}`] : [message];
}

function acceptedWords(answer: Accepted): string {
  const { batch_id, event_seq, revision, layers } = answer;
  const root = layers.find((layer) => layer.id === null);
  const free = root === undefined ? "" : `, ${root.free} of ${root.budget} units free`;
  if (answer.check === true)
    return `Would be accepted as ${answer.type}${free}. Nothing was written.`;
  if (answer.duplicate) return `${batch_id} was saved before, as record ${event_seq}.`;
  const what = {
    commit: `${answer.changes.length} changed`,
    acknowledge: `${answer.acknowledged.length} acknowledged`,
    checked: "nothing changed, and that is noted",
    annotation: "shown as saved until an agent acknowledges it",
  }[answer.type];
  return `Saved ${batch_id} as record ${event_seq}, revision ${revision}: ${what}${free}.`;
}

function rejectedWords({ violations }: Rejected): readonly string[] {
  const lines = violations.map(({ message, path }) =>
    path === "" || message.includes(path) ? `- ${message}` : `- ${message} (at ${path})`,
  );
  return ["Refused, and nothing was written:", ...lines, "Change the request and send it again."];
}

function conflictNext({ batch_id }: Conflict, at: TypedAt | undefined): string {
  return `Choose another id, or see what was saved with: ${historyOf(batch_id, at)}`;
}

/** Without a stop behind it, for it is there to be pasted. */
function historyOf(batchId: string, at: TypedAt | undefined): string {
  const batch = typedOption("batch", batchId);
  if (at === undefined) return `fold history ${batch}`;
  return `${typedProgram(at.io, "fold")} history --dir ${shellWord(at.dir)} ${batch}`;
}

function doctorOf(at: TypedAt | undefined): string {
  if (at === undefined) return "fold-doctor DIR";
  return `${typedProgram(at.io, "fold-doctor")} ${shellWord(at.dir)}`;
}

function copyNext({ reason }: CopyFailed): string {
  const next = {
    no_space: "Make room there",
    read_only: "Mount it to be written to",
    permission: "Check who may write there",
    io: "Check that disk",
  }[reason];
  return `${next}, or name another place with --salvage OUT. The store was only read.`;
}

function unavailableNext({ reason }: Unavailable, at: TypedAt | undefined): string {
  switch (reason) {
    case "lock_timeout":
      return "Another process is writing. Nothing was written: send the same again.";
    case "lock_unsafe":
    case "lock_unsupported":
      return "Keep the store on a local disk: here two writers could not exclude each other.";
    case "no_space":
      return "Nothing was written. Make room on the disk, then send the same again.";
    case "read_only":
    case "permission":
      return "Nothing was written. Check who may write there, then send the same again.";
    case "not_a_file":
      return `Move it away, put the file back, then see: ${doctorOf(at)}`;
    default:
      return "This call wrote nothing. Sending the same again is safe.";
  }
}

/** What is wrong is told by its first sign here; only a look at all of it can say what to do. */
function corruptNext({ reason }: Corrupt, at: TypedAt | undefined): string {
  return reason === "newer_format"
    ? "A newer fold wrote this store: update fold. Nothing was touched."
    : `Nothing was skipped or changed. What it is, and what to do, says: ${doctorOf(at)}`;
}
