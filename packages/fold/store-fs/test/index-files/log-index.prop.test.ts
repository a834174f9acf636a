/**
 * The index answers as a look at every record would, whatever is saved, merged, lost or damaged.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FactKey, LogRecord, RecordBody } from "@fold/contracts";
import { nodeFs } from "@fold/store-fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LogIndex } from "../../src/index-files/log-index.js";
import { LogFile } from "../../src/log/log-file.js";
import { CHAIN_START, encodeRecord } from "../../src/log/record-line.js";
import { fakeKernel } from "../fakes/fake-kernel.mjs";
import { NOW, propertyRuns, temporaryDir } from "../support/store.js";

const KEYS = ["a", "b", "c", "d", "rare"] as const;
const kernel = {
  ...fakeKernel,
  factKeys: (record: RecordBody) => record.batch_id.split("+") as unknown as FactKey[],
};

const keysArbitrary = fc.uniqueArray(fc.constantFrom(...KEYS), { minLength: 1, maxLength: 4 });
const stepArbitrary = fc.oneof(
  { weight: 20, arbitrary: fc.record({ do: fc.constant("add" as const), keys: keysArbitrary }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("save" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reopen" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("lose" as const), which: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("damage" as const),
      which: fc.nat(),
      at: fc.noBias(fc.nat({ max: 20_000 })),
    }),
  },
);

test("index answers equal a linear scan", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { maxLength: 120 }), async (steps) => {
      const world = new World();
      try {
        for (const step of steps) await world.run(step);
        await world.compare();
      } finally {
        world.close();
      }
    }),
    { numRuns: propertyRuns(60) },
  );
});

test("a damaged segment stops neither a save nor a merge", async () => {
  const world = new World();
  const steps: readonly Step[] = [
    { do: "add", keys: ["a"] },
    { do: "save" },
    { do: "damage", which: 0, at: 512 },
    { do: "reopen" },
    ...[1, 2, 3, 4].flatMap((): Step[] => [{ do: "add", keys: ["a"] }, { do: "save" }]),
  ];
  for (const step of steps) await world.run(step);
  await world.compare();
  world.close();
});

type Step = typeof stepArbitrary extends fc.Arbitrary<infer Value> ? Value : never;

class World {
  readonly #dir = temporaryDir();
  readonly #log = new LogFile(nodeFs, join(this.#dir, "events.jsonl"));
  readonly #records: {
    readonly record: LogRecord;
    readonly offset: number;
    readonly end: number;
  }[] = [];
  #index: LogIndex;

  constructor() {
    this.#log.create();
    this.#index = this.#newIndex();
  }

  async run(step: Step): Promise<void> {
    switch (step.do) {
      case "add":
        return this.#add(step.keys);
      case "save":
        await this.#index.save();
        return;
      case "reopen":
        return this.#reopen();
      case "lose":
        return this.#withFile(step.which, (path) => rmSync(path));
      case "damage":
        return this.#withFile(step.which, (path) => {
          const bytes = readFileSync(path);
          const at = step.at % bytes.length;
          bytes[at] = (bytes[at] ?? 0) ^ 0x55;
          writeFileSync(path, bytes);
        });
      default:
        return step satisfies never;
    }
  }

  async compare(): Promise<void> {
    const last = this.#records.length;
    for (const key of KEYS) {
      for (const [first, to] of [
        [1, last],
        [3, last - 2],
        [last, last],
      ] as const) {
        const wanted = this.#records
          .map(({ record }) => record)
          .filter((record) => record.event_seq >= first && record.event_seq <= to)
          .filter((record) => kernel.factKeys(record).includes(key as unknown as FactKey))
          .map((record) => record.event_seq);
        const forwards = await this.#find(key, { first, last: to, reverse: false });
        const backwards = await this.#find(key, { first, last: to, reverse: true });
        expect(forwards).toEqual(wanted);
        expect(backwards).toEqual(wanted.toReversed());
      }
    }
    for (const { record, offset, end } of this.#records) {
      const line = await this.#index.ask(true, () => this.#index.lineOf(record.event_seq));
      expect(line).toEqual({ ok: true, value: { offset, length: end - offset - 1 } });
    }
  }

  close(): void {
    this.#index.close();
    this.#log.close();
    rmSync(this.#dir, { recursive: true, force: true });
  }

  async #find(
    key: string,
    range: { readonly first: number; readonly last: number; readonly reverse: boolean },
  ): Promise<readonly number[]> {
    const asked = await this.#index.ask(true, () => {
      const found = [...this.#index.candidates(key, range)];
      return found.filter((seq) =>
        this.#records[seq - 1]?.record.batch_id.split("+").includes(key),
      );
    });
    if (!asked.ok) throw new Error(JSON.stringify(asked.failure));
    return asked.value;
  }

  #add(keys: readonly string[]): void {
    const previous = this.#records.at(-1);
    const body = {
      v: 1,
      event_seq: this.#records.length + 1,
      type: "checked",
      batch_id: keys.join("+"),
      actor: "a",
      at: NOW,
      revision: 0,
      request: { batch_id: "b" },
      changes: [],
      receipt: { layers: [], warnings: [] },
    } as const;
    const prev = previous?.record.hash ?? CHAIN_START.hash;
    const { record, bytes } = encodeRecord(body, { digest: "0".repeat(64), prev });
    const offset = previous?.end ?? 0;
    this.#log.stage(bytes, offset);
    this.#log.appendStaged();
    const filed = { record, offset, end: offset + bytes.length };
    this.#records.push(filed);
    this.#index.add(record, filed);
  }

  /** A new handle, whose snapshot stands for some earlier record. */
  #reopen(): void {
    this.#index.close();
    this.#index = this.#newIndex();
  }

  #newIndex(): LogIndex {
    const from = Math.floor(this.#records.length / 2);
    const place = this.#records[from - 1];
    const start =
      place === undefined
        ? { ...CHAIN_START, offset: 0 }
        : { seq: from, hash: place.record.hash, offset: place.end };
    const index = new LogIndex({ fs: nodeFs, dir: this.#dir, kernel, log: this.#log }, start);
    for (const filed of this.#records.slice(from)) index.add(filed.record, filed);
    return index;
  }

  #withFile(which: number, change: (path: string) => void): void {
    let names: string[] = [];
    try {
      names = readdirSync(join(this.#dir, "index"));
    } catch {
      return;
    }
    const name = names[which % Math.max(names.length, 1)];
    if (name !== undefined) change(join(this.#dir, "index", name));
  }
}
