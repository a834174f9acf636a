/** What an example promises about the answer, held against the answer. */
import { expect } from "vitest";
import type { Example } from "../../scripts/example.js";

export function expectPromised(example: Exclude<Example, { kind: "js" }>, answer: unknown): void {
  const { outcome, detail } = example.expect;
  switch (outcome) {
    case "read":
      expect(answer).toMatchObject({ schema: "fold.state/1" });
      return;
    case "accepted":
      expect(answer).toMatchObject({ outcome, type: detail ?? "commit" });
      return;
    case "rejected": {
      const says = "says" in example && example.says !== null ? { message: example.says } : {};
      expect(answer).toMatchObject({ outcome });
      const { violations } = answer as { violations: readonly unknown[] };
      expect(violations[0]).toMatchObject({ code: detail, ...says });
      return;
    }
  }
}
