import { chmodSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { batch, commit, declare, fold, foldJson, temporary } from "./fold-process.js";

/** Root may write anywhere, so a test that root runs becomes somebody else. */
const somebody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Whether that somebody can reach the command at all. */
const canRun = (await fold(["--version"], { ...somebody, cwd: "/" })).exitCode === 0;

describe("C11: a directory that may only be read", () => {
  it.skipIf(!canRun)("serves state and history, and refuses commit with its own code", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    await commit(dir, batch("b1", declare("one")));
    chmodSync(dirname(dir), 0o755);
    for (const name of readdirSync(dir)) chmodSync(join(dir, name), 0o444);
    chmodSync(dir, 0o555);
    const before = readdirSync(dir);
    const options = { ...somebody, cwd: "/" };

    const state = await foldJson(["state", "--dir", dir], options);
    expect(state).toMatchObject({ exitCode: 0, json: { event_seq: 1 } });
    const history = await foldJson(["history", "--dir", dir], options);
    expect(history).toMatchObject({ exitCode: 0, json: { records: [{ batch_id: "b1" }] } });
    const refused = await foldJson(["commit", "--dir", dir, "--actor", "a", "-"], {
      ...options,
      input: batch("b2", declare("two")),
    });
    expect(refused).toMatchObject({ exitCode: 5, json: { outcome: "unavailable" } });
    expect(refused.json.reason).toBe("permission");
    expect(readdirSync(dir)).toEqual(before);
  });
});
