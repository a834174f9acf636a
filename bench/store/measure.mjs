/** Figures of the benches: medians over interleaved rounds. */

/** Runs each subject once a round, in turn, so that whatever else the machine does falls on all. */
export async function interleaved(rounds, subjects) {
  const results = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  // The first round only warms caches and the compiler.
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, run] of Object.entries(subjects)) {
      const result = await run(round);
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

/** Milliseconds of each of so many runs. */
export async function times(count, run) {
  const taken = [];
  for (let at = 0; at < count; at += 1) {
    const startMs = performance.now();
    await run(at);
    taken.push(performance.now() - startMs);
  }
  return taken;
}

export function timesSync(count, run) {
  const taken = [];
  for (let at = 0; at < count; at += 1) {
    const startMs = performance.now();
    run(at);
    taken.push(performance.now() - startMs);
  }
  return taken;
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

export function msText(ms) {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  if (ms < 100) return `${ms.toFixed(1)} ms`;
  return ms < 10_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** A line of the table: a figure, beside a yardstick that it is so many times of. */
export function ratioLine({ what, figure, against, atMost, atLeast, show = msText }) {
  const [name, yardstick] = against;
  const ratio = figure / yardstick;
  return {
    what,
    figure: show(figure),
    against: `${ratio.toFixed(2)} × ${name} (${show(yardstick)})`,
    must: atMost === undefined ? `≥ ${atLeast} ×` : `≤ ${atMost} ×`,
    holds: atMost === undefined ? ratio >= atLeast : ratio <= atMost,
  };
}

export function limitLine({ what, figure, atMost, show = msText }) {
  return { what, figure: show(figure), must: `≤ ${show(atMost)}`, holds: figure <= atMost };
}
