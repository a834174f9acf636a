/** Many commits at once in one host, which share an append and a sync. */
import { openFold } from "@fold/sdk";
import { interleaved, median, ratioLine, times } from "./measure.mjs";
import { accepted, nextPatch, WHO } from "./stores.mjs";

const AT_ONCE = 64;

/** Commits a second, one after the other and 64 at once, in a host that may not block. */
export async function measureGroups({ stores, rounds }) {
  const fold = await openFold({ dir: stores.thousand });
  const commit = async () => accepted(await fold.commit(nextPatch(), WHO));
  const results = await interleaved(rounds, {
    sequential: async () => rate(await times(AT_ONCE * 4, commit)),
    concurrent: async () => {
      const startMs = performance.now();
      for (let turn = 0; turn < 4; turn += 1) {
        await Promise.all(Array.from({ length: AT_ONCE }, commit));
      }
      return (AT_ONCE * 4 * 1000) / (performance.now() - startMs);
    },
  });
  await fold.close();
  return { sequential: median(results.sequential), concurrent: median(results.concurrent) };
}

function rate(taken) {
  return (taken.length * 1000) / taken.reduce((sum, ms) => sum + ms, 0);
}

export async function judge(setting) {
  const { sequential, concurrent } = await measureGroups(setting);
  const against = ["one after the other", sequential];
  const show = (perSecond) => `${perSecond.toFixed(0)}/s`;
  const what = "64 commits at once in one host";
  return [ratioLine({ what, figure: concurrent, against, atLeast: 8, show })];
}
