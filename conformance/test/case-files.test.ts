import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { isObject, member } from "../src/json.js";
import { CASES_FOLDER, loadCases } from "../src/load.js";

const SCHEMA = fileURLToPath(new URL("../case.schema.json", import.meta.url));
const files = readdirSync(CASES_FOLDER).filter((name) => name.endsWith(".json"));
const cases = loadCases();

describe("the case files", () => {
  const validate = new Ajv2020({ strict: false }).compile(JSON.parse(readFileSync(SCHEMA, "utf8")));

  test.each(files)("%s has the shape of case.schema.json", (name) => {
    const file: unknown = JSON.parse(readFileSync(join(CASES_FOLDER, name), "utf8"));
    expect(validate(file), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
  });

  test("the name of a case says which it is", () => {
    const names = cases.map(({ file, testCase }) => `${file}: ${testCase.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a case that looks at damage says that it needs a directory", () => {
    for (const { file, testCase } of cases) {
      const looksAtDamage = testCase.steps.some((step) => "crash" in step || "fork" in step);
      if (looksAtDamage) expect(testCase.needs, `${file}: ${testCase.name}`).toContain("directory");
    }
  });
});

describe("what the cases cover", () => {
  const seen = new Set(cases.flatMap(({ testCase }) => testCase.steps.flatMap(codesIn)));

  test.each(codesOfViolations())("the violation %s", (code) => {
    expect(seen).toContain(code);
  });

  test.each([
    "accepted",
    "rejected",
    "conflict",
    "corrupt",
    "not_found",
    "no_store",
    "clock_went_back",
    "tail_cut",
  ])("%s", (code) => {
    expect(seen).toContain(code);
  });
});

/** Every code, outcome and reason that the expectations of a step name. */
function codesIn(step: unknown): readonly string[] {
  return stringsUnder(member(step, "expect"), new Set(["code", "outcome", "reason"]));
}

function stringsUnder(value: unknown, names: ReadonlySet<string>): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => stringsUnder(item, names));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) =>
    names.has(name) && typeof item === "string" ? [item] : stringsUnder(item, names),
  );
}

function codesOfViolations(): readonly string[] {
  const path = createRequire(import.meta.url).resolve(
    "@fold/contracts/schemas/violation.schema.json",
  );
  const options = member(JSON.parse(readFileSync(path, "utf8")), "oneOf");
  if (!Array.isArray(options)) throw new Error("the schema of violations is a union");
  return options.map((option) =>
    String(member(member(member(option, "properties"), "code"), "const")),
  );
}
