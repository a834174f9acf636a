import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFs } from "@fold/store-fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { scanLines } from "../../src/log/scan.js";
import { hookedFs } from "../fakes/faulty-fs.js";
import { propertyRuns, temporaryDir } from "../support/store.js";

interface Seen {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
}

const contents = fc
  .array(fc.oneof(fc.constant("\n"), fc.string({ unit: "grapheme", maxLength: 30 })), {
    maxLength: 40,
  })
  .map((parts) => Buffer.from(parts.join("")));

test("lines are those between the line feeds, however few bytes a read returns", async () => {
  const path = join(temporaryDir(), "log");
  await fc.assert(
    fc.asyncProperty(contents, fc.integer({ min: 1, max: 50 }), async (content, bytesMax) => {
      writeFileSync(path, content);
      const fs = hookedFs(nodeFs, ({ name, args, proceed }) => {
        if (name !== "read") return proceed();
        const [fd, target, position] = args as [number, Uint8Array, number];
        return nodeFs.read(fd, target.subarray(0, bytesMax), position);
      });
      const fd = fs.open(path, "read");
      const seen: Seen[] = [];
      const end = await scanLines(
        fs,
        fd,
        { from: 0, to: content.length },
        {
          onLine: ({ bytes, offset, end: lineEnd }) => {
            seen.push({ text: bytes.toString("latin1"), offset, end: lineEnd });
            return true;
          },
        },
      );
      fs.close(fd);
      const whole = content.subarray(0, content.lastIndexOf(0x0a) + 1);
      expect(end).toBe(whole.length);
      expect(seen.map(({ text }) => `${text}\n`).join("")).toBe(whole.toString("latin1"));
      for (const line of seen) {
        expect(content.subarray(line.offset, line.end - 1).toString("latin1")).toBe(line.text);
        expect(line.text).not.toContain("\n");
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("a scan can be stopped, and can begin anywhere", async () => {
  const path = join(temporaryDir(), "log");
  writeFileSync(path, "one\ntwo\nthree\nfour");
  const fd = nodeFs.open(path, "read");
  const seen: string[] = [];
  const onLine = ({ bytes }: { readonly bytes: Buffer }): boolean => {
    seen.push(bytes.toString());
    return seen.length < 2;
  };
  expect(await scanLines(nodeFs, fd, { from: 0, to: 18 }, { onLine })).toBe(8);
  expect(seen).toEqual(["one", "two"]);
  expect(await scanLines(nodeFs, fd, { from: 8, to: 18 }, { onLine })).toBe(14);
  nodeFs.close(fd);
});

test("a line longer than every limit does not fill the memory", async () => {
  const path = join(temporaryDir(), "log");
  writeFileSync(path, Buffer.concat([Buffer.alloc(40 * 1024 * 1024, 65), Buffer.from("\nb\n")]));
  const fd = nodeFs.open(path, "read");
  const lengths: number[] = [];
  const to = nodeFs.factsOf(fd).size;
  const end = await scanLines(
    nodeFs,
    fd,
    { from: 0, to },
    {
      onLine: ({ bytes }) => {
        lengths.push(bytes.length);
        return true;
      },
    },
  );
  nodeFs.close(fd);
  expect(end).toBe(to);
  expect(lengths[0]).toBeLessThan(20 * 1024 * 1024);
  expect(lengths[1]).toBe(1);
});
