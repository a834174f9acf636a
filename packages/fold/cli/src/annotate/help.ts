import { EXIT_HELP } from "../exit.js";

export const ANNOTATE_HELP = `fold annotate: say something to the agents, about one entry or the whole.

Usage: fold annotate --actor NAME (--entry ID | --whole) --text TEXT [options]

  --actor NAME   who speaks
  --entry ID     the entry that it is about
  --whole        it is about the picture as a whole
  --text TEXT    what is said; - reads standard input, less one final line break
  --id ID        name of the annotation; a new one unless set. With the same name
                 the same words are saved once
  --init         make the store if there is none
  --now INSTANT  the time to reckon with; the clock's unless set
  --dir DIR      the store; else FOLD_DIR, else the nearest .fold upwards

It stays "saved" until an agent acknowledges it. Neither word says that anyone has read it.

Examples:
  fold annotate --actor ana --entry certificate --text "Not this week."
  fold annotate --actor ana --whole --text - < thoughts.txt

${EXIT_HELP}
`;
