import type { Finding, Mended } from "@fold/contracts";
import type { DoctorWords } from "./words.js";

const number = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
const many = (count: number, one: string, more = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : more}`;

const MENDS: Readonly<Record<Mended["reason"], string>> = {
  byte_order_mark: "a byte order mark was taken away",
  carriage_return: "CRLF was made LF again",
  glued_lines: "glued records were parted",
  duplicated_line: "repetitions were left out",
};

const COPY = "Put an untouched copy of events.jsonl in its place if you have one";
const KEEP_BEGINNING = "or go on with the sound beginning, as shown below";

const rebuilt = "Nothing needs to be done: it is ignored and made anew.";
const failures: DoctorWords["failures"] = {
  log_regressed: {
    what: "the log is shorter than what was saved in it",
    remedy:
      `Something cut or replaced the file after records were confirmed. ${COPY}. If there ` +
      "is none, --salvage keeps what is left; what is missing has to be declared again.",
  },
  newer_format: {
    what: "this line was made by a newer version",
    remedy:
      "Update this program. Do not repair anything: to a newer version the store may be sound.",
  },
  not_json: {
    what: "this line is not JSON",
    remedy:
      `Something else wrote into the log, or bytes of it were lost. ${COPY}, ` +
      `${KEEP_BEGINNING}.`,
  },
  not_a_record: {
    what: "this line is not a record that could have been accepted",
    remedy:
      `Something else than Fold wrote it, or put one together by hand. ${COPY}, ` +
      `${KEEP_BEGINNING}.`,
  },
  broken_sequence: {
    what: "this record has the wrong number",
    remedy: `Something else than Fold wrote it. ${COPY}, ${KEEP_BEGINNING}.`,
  },
  broken_chain: {
    what: "this record does not follow the one before it",
    remedy: `Lines are missing before it or were put in another order. ${COPY}, ${KEEP_BEGINNING}.`,
  },
  hash_mismatch: {
    what: "this record was changed after it was written",
    remedy:
      "Somebody edited the line, or the disk gave back other bytes: check the disk as " +
      `well. ${COPY}, ${KEEP_BEGINNING}.`,
  },
  fork: {
    what: "two histories continue from the same record",
    remedy:
      "Two copies of the store were both written to and then put together. No one but you " +
      "can say which is right: keep the whole file, go on with the first history as shown " +
      "below, and declare again what only the second one had.",
  },
  duplicated_line: {
    what: "this line was in the log before",
    remedy:
      "A merge put lines in twice. --salvage leaves repetitions out, and the hashes prove " +
      "that nothing else is lost.",
  },
  glued_lines: {
    what: "two records stand on one line",
    remedy:
      "A line break was lost. --salvage parts them again, and the hashes prove that they " +
      "are as they were.",
  },
  conflict_markers: {
    what: "an unfinished merge left its markers",
    remedy:
      "Undo the merge (git merge --abort), or take the whole file of one side (git " +
      "checkout --ours, or --theirs); never join two logs. Keep stores out of merges: " +
      "*.jsonl -merge in .gitattributes.",
  },
  byte_order_mark: {
    what: "the file begins with a byte order mark",
    remedy:
      "An editor put it there. --salvage takes it away, and the hashes prove that the rest " +
      "is as it was.",
  },
  carriage_return: {
    what: "the line ends were changed to CRLF",
    remedy:
      "An editor or git's autocrlf did it; events.jsonl -text in .gitattributes keeps it " +
      "from doing so again. --salvage makes them LF, and the hashes prove that the rest is " +
      "as it was.",
  },
  nul_bytes: {
    what: "there are NUL bytes in the middle of the log",
    remedy:
      `The disk or the file system lost what was there, so check it. ${COPY}, ` +
      `${KEEP_BEGINNING}.`,
  },
  not_utf8: {
    what: "this line is not UTF-8",
    remedy: `Bytes were lost or changed: check the disk as well. ${COPY}, ${KEEP_BEGINNING}.`,
  },
};

const findings: Readonly<Record<Finding["code"], { what: string; remedy: string }>> = {
  torn_tail: {
    what: "an unfinished last line",
    remedy: "Nothing needs to be done: no receipt was given for it, and the next write cuts it.",
  },
  lock_missing: {
    what: "there is no lock file",
    remedy: "Nothing needs to be done: the next call makes one.",
  },
  snapshot_damaged: { what: "the snapshot is damaged", remedy: rebuilt },
  snapshot_differs: { what: "the snapshot is not that of this log", remedy: rebuilt },
  segment_damaged: { what: "a part of the index is damaged", remedy: rebuilt },
  segment_differs: { what: "a part of the index is not that of this log", remedy: rebuilt },
  segment_unused: {
    what: "a part of the index that another one stands for as well",
    remedy: "Nothing needs to be done; it may be deleted.",
  },
  temporary_file: {
    what: "a temporary file of a writer that did not finish",
    remedy: "It may be deleted.",
  },
  copy_of_log: {
    what: "it looks like a copy of the log, made by a sync service or a merge; it is never read",
    remedy:
      "It may hold records that the log lacks. Look at it in a directory of its own, named " +
      "events.jsonl, with fold history; then move it away, and keep the store out of the " +
      "sync.",
  },
  foreign_file: {
    what: "it is not the store's, and is never read",
    remedy: "Move it elsewhere if it is yours; in this directory only Fold should write.",
  },
};

export const english: DoctorWords = {
  checking: "checking",
  copying: "copying",

  store: (dir) => `Store: ${dir}`,
  log: ({ event_seq, revision, sound_bytes, bytes, lines_behind, failure }) => {
    const sound = `${many(event_seq, "record")}, revision ${number(revision)}, ${many(sound_bytes, "byte")}`;
    if (failure === null) return `Log: ${sound}, all sound`;
    const behind = `${many(lines_behind, "line")}, ${many(bytes - sound_bytes, "byte")}`;
    return `Log: ${sound} sound; ${behind} behind that`;
  },
  // Without commas in the numbers: they are pasted into other programs.
  place: ({ file, line, column, offset }) => {
    const start = offset === null ? "" : `at byte offset ${offset}`;
    if (line === null) return [file, start].filter((part) => part !== "").join(", ");
    const where = `${file}, line ${line}${start === "" ? "" : ` (${start})`}`;
    return column === undefined ? where : `${where}, column ${column}`;
  },
  sentence: (what) => `: ${what}.`,
  detail: (detail) => `Detail: ${detail}.`,
  toDo: (remedy) => `What to do: ${remedy}`,
  failures,
  notes: (count) => (count === 1 ? "One note:" : `${number(count)} notes:`),
  findings,
  found: (finding) => {
    const { file } = finding;
    if (finding.code !== "torn_tail")
      return "reason" in finding ? `${file} (${finding.reason})` : file;
    return `${file} (${many(finding.bytes, "byte")} from byte offset ${finding.offset})`;
  },
  more: (count) => `and ${number(count)} more`,
  steps: ({ salvage, look, exchange }) => [
    "To go on with what is sound, stop what writes there, and:",
    `  ${salvage}`,
    `  ${look}`,
    `  ${exchange}`,
  ],

  copied: ({ out, event_seq, bytes }) =>
    `Copied to ${out}: ${many(event_seq, "record")}, ${many(bytes, "byte")}. It is a ` +
    "store of its own.",
  mended: ({ reason, lines, first_line }) =>
    `Mended in the copy, ${many(lines, "line")} from line ${first_line}: ${MENDS[reason]}.`,
  left: ({ bytes, lines, failure }) => {
    const what = `Left behind: ${many(bytes, "byte")}, ${many(lines, "complete line")}`;
    if (failure === null) return `${what}; the last line is unfinished.`;
    const { line } = failure;
    const where = line === null ? "" : `line ${line}: `;
    return `${what}, because of ${where}${failures[failure.reason].what}.`;
  },
  leftNothing: "Nothing of the log was left behind.",
  leftFiles: (names) =>
    `Not copied: ${names}. Caches and the lock are made anew; other files are not the store's.`,

  verdict: ({ verdict, event_seq, findings: found }) => {
    switch (verdict) {
      case "newer_format":
        return "Verdict: made by a newer version. Update this program; nothing was changed.";
      case "corrupt":
        return `Verdict: damaged after record ${number(event_seq)}. Nothing was changed here.`;
      case "sound":
        return found.length === 0
          ? "Verdict: sound."
          : "Verdict: sound. The notes concern nothing that was saved.";
    }
  },
};
