import { kernel } from "@fold/kernel";
import { expect, test } from "vitest";
import { memoryDriver } from "../src/drivers/memory.js";
import { sdkDriver } from "../src/drivers/sdk.js";
import { loadCases } from "../src/load.js";
import { runCase } from "../src/run-case.js";

// The host in memory writes the lines of a log on its own: from the contract, with a canonical JSON
// and a chain of its own. Two implementations that agree on every byte have the same format.
const cases = loadCases().filter(
  ({ testCase }) =>
    testCase.needs === undefined && !testCase.steps.some((step) => "tamper" in step),
);

test.each(cases.map(({ file, testCase }) => [`${file}: ${testCase.name}`, testCase] as const))(
  "%s",
  async (_name, testCase) => {
    const inMemory = await runCase(testCase, memoryDriver(kernel));
    const onDisk = await runCase(testCase, sdkDriver());
    expect(onDisk.log?.toString("utf8")).toBe(inMemory.log?.toString("utf8"));
  },
);
