import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { kernel } from "../src/index.js";

test("the example of the README prints what it says", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, code = "", printed = ""] = /```js\n(.*?)\n\/\/ ([^\n]*)\n```/s.exec(readme) ?? [];
  const lines: string[] = [];
  const log = (...words: readonly unknown[]) => lines.push(words.join(" "));
  const body = code.replace(/^import .*$/m, "");
  // The example is run as it stands, with the kernel it imports and a console that is read.
  new Function("kernel", "console", body)(kernel, { log });
  expect(lines).toEqual([printed]);
});
