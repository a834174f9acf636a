/** A case file that is wrong is refused with its name and the place. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCase, SCENARIOS_FOLDER } from "../src/scenario/load-cases.js";

const NAME = "annotation/newsletter-smaller.json";
const TEXT = readFileSync(join(SCENARIOS_FOLDER, NAME), "utf8");

test("as it is, it is read", () => {
  expect(readCase(NAME, TEXT).faults).toEqual([]);
});

test.each([
  ["not JSON", TEXT.slice(1), "not JSON"],
  ["a member that nobody knows", TEXT.replace('"facts"', '"factz"'), "factz"],
  ["a tier that there is not", TEXT.replace('"at_most": "S"', '"at_most": "XXXL"'), "at_most"],
  ["a check that there is not", TEXT.replace('"check": "kept"', '"check": "keep"'), "expect[1]"],
  [
    "an entry that the store has not",
    TEXT.replace('"ids": ["newsletter"]', '"ids": ["letter"]'),
    "no entry letter",
  ],
  [
    "an annotation that the store has not",
    TEXT.replace('"annotation": "note-1"', '"annotation": "n"'),
    "no annotation n",
  ],
  [
    "an annotation on no entry",
    TEXT.replace('"entry_id": "newsletter"', '"entry_id": "x"'),
    "there is no entry x",
  ],
  [
    "a declined answer without its words",
    TEXT.replace('["kept"]', '["kept", "declined"]'),
    "declining",
  ],
  ["an entry that Fold refuses", TEXT.replace('"tier": "M"', '"tier": "m"'), "/declarations/1"],
  ["a time that has not come", TEXT.replace("2026-09-14T18", "2026-09-16T18"), "outside"],
  ["no reason worth the name", TEXT.replace(/"reason": ".*"/, '"reason": "because"'), "reason"],
])("%s", (_, text, word) => {
  expect(text).not.toBe(TEXT);
  const { value, faults } = readCase(NAME, text);
  expect(value).toBeNull();
  expect(faults.join("\n")).toContain(NAME);
  expect(faults.join("\n")).toContain(word);
});

test("a file is named for its case", () => {
  expect(readCase("annotation/other.json", TEXT).faults.join()).toContain(
    "newsletter-smaller.json",
  );
});
