/** How often each property is tried; set FOLD_PROP_RUNS for more. */
export const numRuns = Number(process.env["FOLD_PROP_RUNS"] ?? 200);
