import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { kernel } from "@fold/kernel";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Call, Driver } from "../src/drivers/driver.js";
import { memoryDriver } from "../src/drivers/memory.js";
import { member } from "../src/json.js";
import { loadCases } from "../src/load.js";
import { runCase } from "../src/run-case.js";

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const { resolve } = createRequire(import.meta.url);

function validatorOf(name: string): ValidateFunction {
  const path = resolve(`@fold/contracts/schemas/${name}.schema.json`);
  return ajv.compile(JSON.parse(readFileSync(path, "utf8")));
}

const validators = {
  "fold.state/1": validatorOf("state-view"),
  "fold.entry/1": validatorOf("entry-answer"),
  "fold.diff/1": validatorOf("state-diff"),
  history: validatorOf("history-page"),
  receipt: validatorOf("receipt"),
  answer: validatorOf("answer"),
};

function validatorFor(call: Call, answer: unknown): ValidateFunction {
  const schema = member(answer, "schema");
  if (schema === "fold.state/1" || schema === "fold.entry/1" || schema === "fold.diff/1") {
    return validators[schema];
  }
  if (member(answer, "records") !== undefined) return validators.history;
  return call.command === "commit" || call.command === "annotate"
    ? validators.receipt
    : validators.answer;
}

/** Lets every answer through, and writes down what its JSON Schema does not allow. */
function judging(driver: Driver, faults: string[]): Driver {
  return {
    ...driver,
    open: async (dir) => {
      const session = await driver.open(dir);
      return {
        ...session,
        run: async (call) => {
          const reply = await session.run(call);
          const validate = validatorFor(call, reply.answer);
          // As another program would see it: what is not JSON does not travel.
          const answer: unknown = JSON.parse(JSON.stringify(reply.answer));
          if (!validate(answer)) faults.push(ajv.errorsText(validate.errors));
          return reply;
        },
      };
    },
  };
}

// The runner holds every answer against the schemas in code; this holds them against the files.
test("every answer of every case is what the JSON Schemas say", async () => {
  const faults: string[] = [];
  for (const { testCase } of loadCases()) {
    await runCase(testCase, judging(memoryDriver(kernel), faults));
  }
  expect(faults).toEqual([]);
});
