import { readFile } from "node:fs/promises";
import { expect, test, vi } from "vitest";

test("the example of the README is run, and prints what it says", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const example = await readFile(new URL("support/readme-example.ts", import.meta.url), "utf8");
  expect(/```ts\n(.*?)```/s.exec(readme)?.[1]).toBe(example);

  const log = vi.spyOn(console, "log").mockReturnValue(undefined);
  await import("./support/readme-example.js");
  const printed = log.mock.calls.map(([line]) => `// ${line}`);
  log.mockRestore();
  expect(printed).toEqual(example.split("\n").filter((line) => line.startsWith("// ")));
});
