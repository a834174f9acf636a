import { expect, test } from "vitest";
import { readCommandLine } from "../src/command-line.js";

const settingsOf = (args: readonly string[]) => {
  const line = readCommandLine(args);
  return line.asks === "serve" ? line.settings : line;
};

test("serves over standard input and output, in English, where nothing else is said", () => {
  expect(settingsOf(["--actor", "claude"])).toEqual({
    dir: undefined,
    init: false,
    actor: "claude",
    annotator: "claude",
    language: "en",
    readOnly: false,
    http: null,
  });
});

test("takes whatever else is said", () => {
  const line = "--actor claude --person ana --dir d --init --lang zh --http 80 --token-file t";
  expect(settingsOf(line.split(" "))).toEqual({
    dir: "d",
    init: true,
    actor: "claude",
    annotator: "ana",
    language: "zh",
    readOnly: false,
    http: { port: 80, tokenFile: "t" },
  });
  expect(settingsOf(["--read-only"])).toMatchObject({ readOnly: true });
});

test.each([
  [[], "--actor is missing"],
  [["--person", "ana"], "--actor is missing"],
  [["--actor", ""], "--actor is empty"],
  [["--actor", "a\u0001b"], "--actor is no name"],
  [["--actor", "a", "--person", "x".repeat(129)], "--person is no name"],
  [["--actor", "a", "--actor", "b"], "--actor is given more than once"],
  [["--actor", "a", "--lang", "fr"], "--lang is one of en, zh"],
  [["--actor", "a", "--http", "99999", "--token-file", "t"], "--http is a port"],
  [["--actor", "a", "--http", "8e1", "--token-file", "t"], "--http is a port"],
  [["--actor", "a", "--http", "0"], "--http needs --token-file"],
  [["--actor", "a", "--token-file", "t"], "--token-file goes with --http"],
  [["--read-only", "--init"], "goes without --init"],
  [["--actor", "a", "--token", "secret"], "--token"],
  [["--actor", "a", "operand"], "operand"],
])("%j is refused", (args, words) => {
  const line = readCommandLine(args);
  expect(line.asks).toBe("nothing");
  expect("message" in line ? line.message : "").toContain(words);
});
