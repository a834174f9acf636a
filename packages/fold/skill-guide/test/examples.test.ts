// Every example of the guide, in both languages, on the real kernel: around a log in memory, and
// through the command as a process on a store. Fold has to answer what the guide says that it answers.

import { mkdirSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { execa } from "execa";
import { afterAll, describe, expect, test } from "vitest";
import { examplesOf } from "../scripts/guide-source.js";
import { LANGUAGES } from "../src/languages.js";
import { expectPromised } from "./support/answers.js";
import { commitExamples, GivenStores } from "./support/given.js";
import { answerInMemory } from "./support/in-memory.js";
import { sourceIn } from "./support/sources.js";

const manifest = createRequire(import.meta.url).resolve("@fold/cli/package.json");
const program = join(dirname(manifest), "bin", "fold.cjs");
const env = { FOLD_DIR: "" };

describe.each(LANGUAGES)("%s", (language) => {
  const source = sourceIn(language);
  const given = new GivenStores(source);
  const examples = examplesOf(source);
  afterAll(() => given.remove());

  test("has enough of them, right and wrong", () => {
    const forms = commitExamples(examples).map(({ form }) => form);
    expect(forms.filter((form) => form === "right").length).toBeGreaterThanOrEqual(10);
    expect(forms.filter((form) => form === "wrong").length).toBeGreaterThanOrEqual(5);
  });

  describe.each(commitExamples(examples))("$id", (example) => {
    test("by the kernel in memory", () => {
      expectPromised(example, answerInMemory(example, given));
    });

    // The wire is the same in both languages, and the words in it are only data.
    if (language === "en") {
      test.concurrent("by the command", async () => {
        const dir = await given.copy(example.given);
        const { actor, now } = given.speaker(example);
        const args = ["commit", "--dir", dir, "--actor", actor, "--now", now, "-"];
        const ran = await execa(process.execPath, [program, ...args], {
          input: example.code,
          env,
          reject: false,
        });
        expectPromised(example, JSON.parse(ran.stdout));
        expect(ran.exitCode).toBe(example.expect.outcome === "rejected" ? 3 : 0);
      });
    }
  });

  const shellExamples = examples.flatMap((example) => (example.kind === "sh" ? [example] : []));

  test.each(shellExamples)("$id, as it stands", async (example) => {
    const store = await given.copy(example.given);
    const cwd = `${store}-cwd`;
    mkdirSync(join(cwd, "bin"), { recursive: true });
    renameSync(store, join(cwd, ".fold"));
    symlinkSync(program, join(cwd, "bin", "fold"));
    const PATH = `${join(cwd, "bin")}${delimiter}${process.env["PATH"]}`;
    const ran = await execa("sh", ["-c", example.code], {
      cwd,
      env: { ...env, PATH },
      reject: false,
    });
    expectPromised(example, JSON.parse(ran.stdout));
    expect(ran.exitCode).toBe(example.expect.outcome === "rejected" ? 3 : 0);
  });
});
