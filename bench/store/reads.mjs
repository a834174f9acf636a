/** How long reads take in a handle that is open. */
import { openFold } from "@fold/sdk";
import { interleaved, limitLine, median, ratioLine, times } from "./measure.mjs";
import { NOW } from "./stores.mjs";

const READS = 300;
const LOOKUPS = 40;

export async function measureReads({ stores, rounds, records }) {
  const small = await openFold({ dir: stores.thousand });
  const large = await openFold({ dir: stores.million });
  let place = 1;
  const somewhere = () => {
    place = (place * 48_271) % 2_147_483_647;
    return (place % (records - 1)) + 1;
  };
  const { event_seq: last } = await large.state({ now: NOW });
  const results = await interleaved(rounds, {
    stateThousand: () => times(READS, () => small.state({ now: NOW })),
    stateMillion: () => times(READS, () => large.state({ now: NOW })),
    batch: () => times(LOOKUPS, () => large.history({ batch: `step-${somewhere()}` })),
    entry: () => times(LOOKUPS, () => large.history({ entry: `entry-${somewhere() % 64}` })),
    entryLatest: () =>
      times(LOOKUPS, () => large.history({ entry: `entry-${somewhere() % 64}`, reverse: true })),
    since: () => times(LOOKUPS, () => large.state({ now: NOW, since: last - 100 })),
  });
  await small.close();
  await large.close();
  return Object.fromEntries(
    Object.entries(results).map(([name, runs]) => [name, median(runs.map(median))]),
  );
}

export async function judge(setting) {
  const found = await measureReads(setting);
  const { stateThousand, stateMillion, batch, entry, entryLatest, since } = found;
  return [
    limitLine({ what: "state, 64 entries, nothing new, 10³", figure: stateThousand, atMost: 0.1 }),
    limitLine({ what: "the same, 10⁶ records", figure: stateMillion, atMost: 0.1 }),
    ratioLine({
      what: "the same, 10⁶ records",
      figure: stateMillion,
      against: ["10³ records", stateThousand],
      atMost: 1.2,
    }),
    limitLine({ what: "history of one batch, 10⁶ records", figure: batch, atMost: 5 }),
    limitLine({ what: "history of one entry (100 records)", figure: entry, atMost: 5 }),
    limitLine({ what: "the same, latest first", figure: entryLatest, atMost: 5 }),
    limitLine({ what: "state --since, 100 records back, 10⁶", figure: since, atMost: 10 }),
  ];
}
