import { expect, test } from "vitest";
import type { Driver } from "../../src/drivers/driver.js";
import { loadCases } from "../../src/load.js";
import { runCase } from "../../src/run-case.js";

const TIMEOUT_MS = 120_000;

/**
 * One test a case; what the driver cannot execute shows as skipped. Processes mostly wait, so cases
 * that start some go on side by side: each has a directory of its own.
 */
export function testEveryCase(driver: Driver): void {
  const concurrent = driver.capabilities.has("command_line");
  for (const { file, testCase } of loadCases()) {
    const skip = (testCase.needs ?? []).some((need) => !driver.capabilities.has(need));
    const options = { timeout: TIMEOUT_MS, concurrent, skip };
    test(`${file}: ${testCase.name}`, options, async () => {
      const result = await runCase(testCase, driver);
      expect(result.faults.join("\n")).toBe("");
      expect(result.verdict).toBe("passed");
    });
  }
}
