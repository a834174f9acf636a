/** The stash: work that was put aside and is easily forgotten. */
import type { StashFacts } from "./facts.js";
import { instantOfSeconds, type Look, nulParts } from "./look.js";

/** The newest first. */
export async function readStashes(look: Look): Promise<readonly StashFacts[]> {
  const exists = await look.tryRun(["rev-parse", "--verify", "--quiet", "refs/stash"], {
    okExitCodes: [0, 1],
  });
  if (!exists.ok || exists.text === "") return [];
  const text = await look.ask("stashes", [
    "log",
    "-g",
    "-z",
    "--format=%H %ct %gs",
    "refs/stash",
    "--",
  ]);
  // The separator of `log -z` stands between records; the last one has none.
  return nulParts(`${text ?? ""}\0`).flatMap((record) => {
    const [, commit, seconds, subject] = /^([0-9a-f]+) (\d+) (.*)$/s.exec(record) ?? [];
    const at = instantOfSeconds(seconds ?? "");
    if (commit === undefined || subject === undefined || at === null) return [];
    return [{ commit, at, subject }];
  });
}
