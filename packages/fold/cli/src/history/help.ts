import { EXIT_HELP } from "../exit.js";

export const HISTORY_HELP = `fold history: the records, oldest first, as {records, next}.

Usage: fold history [options]

  --batch ID     the record of this batch or annotation
  --entry ID     records that concern this entry
  --lineage      with --entry: also what it replaced or absorbed, and its successors
  --since SEQ    only records after SEQ (before SEQ with --reverse)
  --limit N      at most N records, up to 1000; 100 unless set
  --reverse      newest first
  --jsonl        one record a line and nothing else; --since with the last event_seq goes on
  --dir DIR      the store; else FOLD_DIR, else the nearest .fold upwards

Where next is not null, there is more: pass it as --since. Records are for programs; in words, fold
state --format brief tells of one entry with --entry ID, and with --since SEQ what changed since.

Examples:
  fold history --reverse --limit 5
  fold history --entry certificate --lineage
  fold history --batch first | jq .records[0].receipt

${EXIT_HELP}
`;
