import { hash as hashOf } from "node:crypto";
import type { RecordBody } from "@fold/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CHAIN_START,
  decodeLine,
  encodeRecord,
  hashAtLineEnd,
  LINE_END_BYTES,
} from "../../src/log/record-line.js";
import { NOW, propertyRuns } from "../support/store.js";

const words = fc.string({ unit: "grapheme", maxLength: 40 });
const digests = fc.string({
  unit: fc.constantFrom(..."0123456789abcdef"),
  minLength: 64,
  maxLength: 64,
});

const bodies = fc
  .record({ id: words, actor: words, note: words, type: fc.constantFrom("commit", "checked") })
  .map(
    ({ id, actor, note, type }): RecordBody => ({
      v: 1,
      event_seq: 1,
      type: type as RecordBody["type"],
      batch_id: id,
      actor,
      at: NOW,
      revision: 1,
      request: { batch_id: id, note },
      changes: [],
      receipt: { layers: [], warnings: [] },
    }),
  );

test("a line reads back as the record it was made of", () => {
  fc.assert(
    fc.property(bodies, digests, (body, digest) => {
      const { record, bytes } = encodeRecord(body, { digest, prev: CHAIN_START.hash });
      expect(bytes.at(-1)).toBe(0x0a);
      expect(bytes.indexOf(0x0a)).toBe(bytes.length - 1);
      expect(decodeLine(bytes.subarray(0, -1), CHAIN_START)).toEqual(record);
      expect(hashAtLineEnd(bytes.subarray(-LINE_END_BYTES))).toBe(record.hash);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("the layout is that of the contract: v first, hash last, over the bytes before it", () => {
  fc.assert(
    fc.property(bodies, digests, (body, digest) => {
      const { record, bytes } = encodeRecord(body, { digest, prev: CHAIN_START.hash });
      const line = bytes.toString("utf8").slice(0, -1);
      expect(line.startsWith('{"v":1,"event_seq":1,"type":')).toBe(true);
      expect(Object.keys(record)).toEqual([
        "v",
        "event_seq",
        "type",
        "batch_id",
        "digest",
        "actor",
        "at",
        "revision",
        "request",
        "changes",
        "receipt",
        "prev",
        "hash",
      ]);
      const covered = bytes.subarray(0, bytes.length - 76);
      expect(line.endsWith(`,"hash":"${hashOf("sha256", covered, "hex")}"}`)).toBe(true);
      expect(JSON.parse(line)).toEqual(record);
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("a line with any bit changed is not read", () => {
  fc.assert(
    fc.property(bodies, digests, fc.nat(), fc.nat({ max: 7 }), (body, digest, place, bit) => {
      const { bytes } = encodeRecord(body, { digest, prev: CHAIN_START.hash });
      const line = Buffer.from(bytes.subarray(0, -1));
      const at = place % line.length;
      line[at] = (line[at] ?? 0) ^ (1 << bit);
      expect(decodeLine(line, CHAIN_START)).toBeNull();
    }),
    { numRuns: propertyRuns(300) },
  );
});

test("a line is not read in another place of the chain", () => {
  fc.assert(
    fc.property(bodies, digests, digests, (body, digest, prev) => {
      const { bytes } = encodeRecord(body, { digest, prev });
      const line = bytes.subarray(0, -1);
      expect(decodeLine(line, { seq: 0, hash: prev })).not.toBeNull();
      expect(decodeLine(line, { seq: 1, hash: prev })).toBeNull();
      if (prev !== CHAIN_START.hash) expect(decodeLine(line, CHAIN_START)).toBeNull();
    }),
    { numRuns: propertyRuns(100) },
  );
});
