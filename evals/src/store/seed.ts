/** Makes the store that a scenario begins with. */
import { openFold } from "@fold/sdk";
import { firstBatch } from "../scenario/references.js";
import type { Scenario } from "../scenario/scenario.js";

/** Who declared what was there before. */
const EARLIER = "earlier-agent";

/** Returns the place of the last record: what comes after it is the agent's. */
export async function seed(dir: string, { store, person }: Scenario): Promise<number> {
  const fold = await openFold({ dir, init: true });
  try {
    const first = await fold.commit(firstBatch(store), { actor: EARLIER, now: store.at });
    if (first.outcome !== "accepted") {
      throw new Error(`the initial store is refused: ${JSON.stringify(first)}`);
    }
    let last = first.event_seq;
    for (const { at, ...request } of store.annotations) {
      const saved = await fold.annotate(request, { actor: person, now: at });
      if (saved.outcome !== "accepted") {
        throw new Error(`an annotation is refused: ${JSON.stringify(saved)}`);
      }
      last = saved.event_seq;
    }
    return last;
  } finally {
    await fold.close();
  }
}
