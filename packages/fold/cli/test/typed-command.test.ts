import { describe, expect, it } from "vitest";
import { typedOption, typedProgram } from "../src/typed-command.js";
import { fakeIo, type World } from "./fake-io.js";

const OURS = "/opt/fold/bin/fold.cjs";
const DOCTOR = "/opt/fold/bin/fold-doctor.cjs";

describe("a program of ours is named as it is found here", () => {
  it.each<[string, World, string, string]>([
    ["by npm or npx", { env: { npm_command: "exec" } }, "npx fold", "npx fold-doctor"],
    [
      "on the PATH",
      {
        env: { PATH: "/nothing:/bin" },
        programs: { "/bin/fold": OURS, "/bin/fold-doctor": DOCTOR },
      },
      "fold",
      "fold-doctor",
    ],
    [
      "on the PATH behind the POSIX fold",
      {
        env: { PATH: "/usr/bin:/bin" },
        programs: {
          "/usr/bin/fold": "/usr/bin/fold",
          "/bin/fold": OURS,
          "/bin/foldctl": "/opt/fold/bin/foldctl.cjs",
        },
      },
      "foldctl",
      `node '${DOCTOR}'`,
    ],
    ["nowhere", { env: { PATH: "/bin" } }, `node '${OURS}'`, `node '${DOCTOR}'`],
    ["without a PATH", {}, `node '${OURS}'`, `node '${DOCTOR}'`],
  ])("%s", (_where, world, fold, doctor) => {
    const io = fakeIo(world);
    expect([typedProgram(io, "fold"), typedProgram(io, "fold-doctor")]).toEqual([fold, doctor]);
  });
});

it("an id that begins like an option stands behind a =", () => {
  expect(typedOption("batch", "-x")).toBe("--batch='-x'");
  expect(typedOption("batch", "it's")).toBe(`--batch 'it'\\''s'`);
});
