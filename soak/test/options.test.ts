import { expect, test } from "vitest";
import { DISTURBANCES, HELP, parseOptions } from "../src/driver/options.js";

test("without options it is eight processes for a minute, disturbed in every way", () => {
  expect(parseOptions([], 5)).toMatchObject({
    ok: true,
    options: { processes: 8, seconds: 60, seed: 5, disturbances: DISTURBANCES, breaksIn: false },
  });
});

test("every option", () => {
  const line =
    "--processes 32 --seconds 5 --seed 9 --dir /x --with stop,kill --no-mount --break-in".split(
      " ",
    );
  expect(parseOptions(line, 5)).toEqual({
    ok: true,
    options: {
      processes: 32,
      seconds: 5,
      seed: 9,
      parent: "/x",
      disturbances: ["kill", "stop"],
      mayMount: false,
      breaksIn: true,
    },
  });
  expect(parseOptions(["--with", "none"], 5)).toMatchObject({ options: { disturbances: [] } });
  expect(parseOptions(["--help"], 5)).toEqual({ ok: true, options: "help" });
});

test.each([
  [["--processes", "0"], "--processes"],
  [["--processes", "65"], "--processes"],
  [["--seconds", "1.5"], "--seconds"],
  [["--seed=-1"], "--seed"],
  [["--with", "kill,rain"], "rain"],
  [["--loud"], "--loud"],
])("%j is refused by name", (line, name) => {
  const parsed = parseOptions(line, 5);
  expect(parsed.ok ? "" : parsed.message).toContain(name);
});

test("the help names every option", () => {
  const names = "processes seconds seed dir with no-mount break-in help".split(" ");
  for (const name of names) expect(HELP).toContain(`--${name} `);
});
