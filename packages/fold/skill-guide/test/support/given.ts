/** Stores in the states that the examples start from: each state is made once, and copied. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openFold } from "@fold/sdk";
import type { CommitExample, Example, ExampleState } from "../../scripts/example.js";
import { examplesOf, type GuideSource, statesOf } from "../../scripts/guide-source.js";

export interface Speaker {
  readonly actor: string;
  readonly now: string;
}

export class GivenStores {
  readonly #source: GuideSource;
  readonly #folder = mkdtempSync(join(tmpdir(), "fold-guide-"));
  readonly #made = new Map<string, Promise<string>>();
  #count = 0;

  constructor(source: GuideSource) {
    this.#source = source;
  }

  /** A copy of the store that an example starts from; a folder of its own. */
  async copy(given: readonly [string, ...string[]]): Promise<string> {
    const key = given.join("+");
    const original = this.#made.get(key) ?? this.#make(given);
    this.#made.set(key, original);
    this.#count += 1;
    const copy = join(this.#folder, `copy-${this.#count}`);
    cpSync(await original, copy, { recursive: true });
    return copy;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #make([stateId, ...exampleIds]: readonly [string, ...string[]]): Promise<string> {
    const state = this.state(stateId);
    const dir = join(this.#folder, [stateId, ...exampleIds].join("+"));
    const fold = await openFold({ dir, init: true });
    for (const step of state.steps) {
      const { actor } = step;
      const { now } = state;
      const receipt =
        "commit" in step
          ? await fold.commit(step.commit, { actor, now })
          : await fold.annotate(step.annotate, { actor, now });
      if (receipt.outcome !== "accepted") throw new Error(`${stateId}: ${JSON.stringify(receipt)}`);
    }
    for (const id of exampleIds) {
      const example = this.commitExample(id);
      const receipt = await fold.commit(JSON.parse(example.code), this.speaker(example));
      if (receipt.outcome !== "accepted") throw new Error(`${id}: ${JSON.stringify(receipt)}`);
    }
    await fold.close();
    return dir;
  }

  /** Who sends an example, and when. */
  speaker(example: CommitExample): Speaker {
    const state = this.state(example.given[0]);
    const actor = state.steps[0]?.actor ?? "agent";
    return { actor, now: example.now ?? state.now };
  }

  state(id: string): ExampleState {
    const state = statesOf(this.#source).find((candidate) => candidate.id === id);
    if (state === undefined) throw new Error(`there is no state "${id}"`);
    return state;
  }

  commitExample(id: string): CommitExample {
    const example = examplesOf(this.#source).find((candidate) => candidate.id === id);
    if (example?.kind !== "commit") throw new Error(`there is no batch "${id}"`);
    return example;
  }
}

export function commitExamples(examples: readonly Example[]): readonly CommitExample[] {
  return examples.flatMap((example) => (example.kind === "commit" ? [example] : []));
}
