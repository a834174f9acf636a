/** How often each property is tried; set FOLD_PROP_RUNS for more. */
export const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 2_000);

/** Enough for that many runs on a machine that does other things as well. */
export const testTimeout = 30_000 + numRuns * 20;
