/** The SDK on a directory, as a host would use it: one handle for as long as nobody interferes. */
import { type Fold, FoldError, openFold } from "@fold/sdk";
import type { Call, Driver, Reply, Session } from "./driver.js";
import { inputValue } from "./memory.js";

export function sdkDriver(): Driver {
  return {
    name: "sdk",
    capabilities: new Set(["directory"]),
    open: async (dir) => sessionOn(dir),
  };
}

function sessionOn(dir: string): Session {
  let fold: Fold | null = null;
  return {
    async run(call): Promise<Reply> {
      try {
        fold ??= await openFold({ dir, init: "init" in call && call.init });
        return { answer: await answerOf(fold, call) };
      } catch (error) {
        if (error instanceof FoldError) return { answer: error.failure };
        throw error;
      }
    },
    async close() {
      await fold?.close();
      fold = null;
    },
  };
}

async function answerOf(fold: Fold, call: Call): Promise<unknown> {
  switch (call.command) {
    case "commit": {
      const { actor, now, check, input } = call;
      return fold.commit(inputValue(input), { actor, now, check });
    }
    case "annotate": {
      const { actor, now, request } = call;
      return fold.annotate(request, { actor, now });
    }
    case "state":
      return stateOf(fold, call.now, call.query);
    case "history":
      return fold.history(call.query);
  }
}

/** Which member a query has decides what it answers, and `state` has a signature for each. */
async function stateOf(
  fold: Fold,
  now: string,
  query: Extract<Call, { command: "state" }>["query"],
): Promise<unknown> {
  const { since, entry, ...shape } = query;
  if (since !== undefined) return fold.state({ now, since });
  return entry === undefined ? fold.state({ now, ...shape }) : fold.state({ now, entry });
}
