/** Sentences for people: what happened, and what to do next. Nobody compares them. */
import type { Accepted, Answer, Conflict, Rejected, Unavailable } from "@fold/contracts";

export function answerWords(answer: Answer): readonly string[] {
  const [first = "", ...rest] = linesFor(answer);
  return [sentence(first), ...rest];
}

/** Ends with a stop. What it begins with may be an id, and stays as it is. */
function sentence(words: string): string {
  return /[\p{Letter}\p{Number})]$/u.test(words) ? `${words}.` : words;
}

function linesFor(answer: Answer): readonly string[] {
  switch (answer.outcome) {
    case "accepted":
      return [acceptedWords(answer)];
    case "rejected":
      return rejectedWords(answer);
    case "conflict":
      return [answer.message, conflictNext(answer)];
    case "unavailable":
      return [answer.message, unavailableNext(answer)];
    case "unknown":
      return [
        answer.message,
        `Find out with: fold history --batch ${quoted(answer.batch_id)}. Sending the same again is safe.`,
      ];
    case "corrupt":
      return [answer.message, corruptNext(answer)];
    case "usage":
      return [answer.message, answer.hint ?? "See: fold --help"];
    case "no_store":
      return answer.hint === undefined ? [answer.message] : [answer.message, answer.hint];
    case "not_found":
      return [answer.message, "List what is there with: fold state, or fold history."];
    case "image_failed":
      return [answer.message, "The state above is complete; only the image is missing."];
    case "bug":
      return [`This is a bug in fold: ${answer.message}`, "Please report it with the lines below."];
  }
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

function conflictNext({ batch_id }: Conflict): string {
  return `Choose another id, or see what was saved with: fold history --batch ${quoted(batch_id)}.`;
}

function unavailableNext({ reason }: Unavailable): string {
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
    default:
      return "This call wrote nothing. Sending the same again is safe.";
  }
}

function corruptNext({ reason }: { readonly reason: string }): string {
  return reason === "newer_format"
    ? "A newer fold wrote this store: update fold. Nothing was touched."
    : "Nothing was skipped and nothing was changed. Restore the file from a copy, or salvage it.";
}

/** For a shell, as one word. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}
