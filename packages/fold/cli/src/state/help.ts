import { EXIT_HELP } from "../exit.js";

export const STATE_HELP = `fold state: what deserves attention, as JSON.

Usage: fold state [options]

  --layer ID       the layer inside an entry, instead of the whole
  --depth N        layers shown with their entries; 2 unless set, deeper ones are counted
  --entry ID       one entry as last stored, whatever became of it
  --since SEQ      what changed since the state right after record SEQ
  --format FORMAT  json (unless set), or brief: text for reading
  --lang LANG      language of the brief and the overview: en (unless set) or zh
  --now INSTANT    the time to reckon with; the clock's unless set
  --dir DIR        the store; else FOLD_DIR, else the nearest .fold upwards
  --overview DIR   also draw the same state into DIR; with --since what changed is marked
  --html           draw one page, for which no browser is needed, instead of pictures
  --kinds A,B      of these kinds only; all others keep their area, blank
  --min-tier TIER  of this tier or a larger one
  --top N          of those the first N of each layer

Examples:
  fold state --format brief
  fold state --layer release --depth 1
  fold state --entry release/certificate
  fold state --since 41 | jq .opened
  fold state --since 41 --overview out --html

${EXIT_HELP}
`;
