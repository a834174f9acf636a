import { EXIT_HELP } from "../exit.js";

export const COMMIT_HELP = `fold commit: declare a batch, whole or not at all.

Usage: fold commit --actor NAME [options] FILE
       fold commit --actor NAME [options] -        (reads standard input)

  --actor NAME   who declares
  --check        give the verdict and write nothing
  --init         make the store if there is none
  --now INSTANT  the time to reckon with; the clock's unless set
  --dir DIR      the store; else FOLD_DIR, else the nearest .fold upwards

The same batch_id with the same content is saved once: sending it again gives the same receipt.

Example:
  fold commit --actor builder --init - <<'JSON'
  {
    "batch_id": "first",
    "declarations": [
      { "op": "declare", "id": "certificate", "title": "The certificate ends on Friday",
        "kind": "risk", "tier": "L", "due_at": "P4D" }
    ]
  }
  JSON

${EXIT_HELP}
`;
