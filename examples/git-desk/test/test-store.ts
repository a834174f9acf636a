/** A store in a temporary folder, and the people who write into it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BatchInput, Receipt, Violation } from "@fold/contracts";
import { openFold, verify } from "@fold/sdk";
import { type FoldPort, portOf } from "../src/fold-port.js";

export interface TestStore {
  /** The store as git-desk would speak to it at that time. */
  portAt(now: string): FoldPort;
  commitAs(actor: string, batch: BatchInput, now: string): Promise<Receipt>;
  /** A person says something about an entry, or about the whole (null). */
  annotate(entryId: string | null, text: string, now: string): Promise<void>;
  /** What git-desk's batches were refused for. */
  readonly violations: readonly Violation[];
  /** Checks the store from end to end and removes it. */
  [Symbol.asyncDispose](): Promise<void>;
}

export async function openTestStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), "git-desk-store-"));
  const fold = await openFold({ dir: join(folder, ".fold"), init: true });
  const violations: Violation[] = [];
  let annotationCount = 0;
  return {
    violations,
    portAt: (now) => {
      const port = portOf(fold, now);
      return {
        ...port,
        commit: async (batch) => {
          const receipt = await port.commit(batch);
          if (receipt.outcome === "rejected") violations.push(...receipt.violations);
          return receipt;
        },
      };
    },
    commitAs: (actor, batch, now) => fold.commit(batch, { actor, now }),
    annotate: async (entry_id, text, now) => {
      annotationCount += 1;
      const request = { annotation_id: `a-${annotationCount}`, entry_id, text };
      const receipt = await fold.annotate(request, { actor: "you", now });
      if (receipt.outcome !== "accepted") throw new Error(JSON.stringify(receipt));
    },
    [Symbol.asyncDispose]: async () => {
      await fold.close();
      const verified = await verify(fold.dir);
      rmSync(folder, { recursive: true, force: true });
      if (!verified.ok || !verified.value.isSound) throw new Error(JSON.stringify(verified));
    },
  };
}
