import { fc, test } from "@fast-check/vitest";
import {
  parseAnnotationRequest,
  parseBatch,
  type ViolationFacts,
  violation,
} from "@fold/contracts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, vi } from "vitest";
import { schemaFiles } from "../scripts/generate-schemas.js";
import { arbitraryAnnotation, arbitraryBatch, spoiledBatch } from "./support/arbitrary-batch.js";
import { numRuns, testTimeout } from "./support/runs.js";

vi.setConfig({ testTimeout });

// Formats are left to the code: JSON Schema has no notion of "any offset, but no leap second".
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const files = schemaFiles();
const validatorOf = (name: string) =>
  ajv.compile(JSON.parse(files.get(`${name}.schema.json`) ?? ""));
const isBatch = validatorOf("batch");
const isAnnotation = validatorOf("annotation-request");
const isViolation = validatorOf("violation");

/** Rules that JSON Schema does not state; everything else both judges have to see. */
const BEYOND_JSON_SCHEMA = new Set([
  "lone_surrogate",
  "control_character",
  "not_one_line",
  "outer_space",
  "instant",
  "duration",
  "ref_or_text",
  "duplicate_source_id",
  "until_only_deferred",
]);

describe("the JSON Schemas and the code agree", () => {
  test.prop([arbitraryBatch], { numRuns })("on every accepted batch", (batch) => {
    expect(parseBatch(batch).ok).toBe(true);
    expect(isBatch(batch), ajv.errorsText(isBatch.errors)).toBe(true);
  });

  test.prop([spoiledBatch], { numRuns })("on the structure of a spoiled one", (batch) => {
    const parsed = parseBatch(batch);
    const faults = parsed.ok ? [] : parsed.violations.filter((fault) => isStructural(fault, batch));
    expect(isBatch(batch), `${JSON.stringify(faults)} ${ajv.errorsText(isBatch.errors)}`).toBe(
      faults.length === 0,
    );
  });

  test.prop([arbitraryAnnotation], { numRuns })("on an annotation", (request) => {
    expect(isAnnotation(request)).toBe(true);
    expect(isAnnotation({ ...request, tags: [] })).toBe(false);
  });

  test.prop([fc.jsonValue()], { numRuns })("on what is no request at all", (input) => {
    expect(isBatch(input)).toBe(parseBatch(input).ok);
    expect(isAnnotation(input)).toBe(parseAnnotationRequest(input).ok);
  });

  test.prop([spoiledBatch], { numRuns })("on the violations themselves", (batch) => {
    const parsed = parseBatch(batch);
    for (const fault of parsed.ok ? [] : parsed.violations) {
      expect(isViolation(fault), ajv.errorsText(isViolation.errors)).toBe(true);
    }
  });
});

test.prop([fc.nat(), fc.string()], { numRuns })("a violation needs its values", (bytes, path) => {
  const facts: ViolationFacts = { code: "record_too_large", path, bytes, limit: 1 };
  const { limit: _limit, ...without } = violation(facts) as ViolationFacts & { limit: number };
  expect(isViolation(violation(facts))).toBe(true);
  expect(isViolation(without)).toBe(false);
});

function isStructural(fault: object, batch: unknown): boolean {
  if (!("rule" in fault) || !("path" in fault)) throw new Error("only input is judged here");
  return !BEYOND_JSON_SCHEMA.has(String(fault.rule)) && !isKindOfSeveral(fault.path, batch);
}

/** That a supersede of several needs a kind is a rule between two of its members. */
function isKindOfSeveral(path: unknown, batch: unknown): boolean {
  const index = /^\/declarations\/(\d+)\/kind$/.exec(String(path))?.[1];
  if (index === undefined) return false;
  const declaration = Object(batch)["declarations"][index];
  return declaration.op === "supersede" && declaration.kind === undefined;
}
