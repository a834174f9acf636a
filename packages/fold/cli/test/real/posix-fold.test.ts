import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { BIN, CTL, temporary } from "./fold-process.js";

/** Our command first on the PATH, as an installation puts it there, and another fold behind it. */
function world() {
  const top = temporary(onTestFinished);
  const [ours, theirs] = [join(top, "ours"), join(top, "theirs")];
  mkdirSync(ours);
  mkdirSync(theirs);
  symlinkSync(BIN, join(ours, "fold"));
  writeFileSync(join(theirs, "fold"), '#!/bin/sh\necho "$@"\ncat\nexit 7\n', { mode: 0o755 });
  const PATH = [ours, theirs, process.env["PATH"]].join(":");
  return { top, ours, theirs, PATH };
}

describe("the POSIX fold behind ours", () => {
  it("gets arguments and input unchanged, and its exit code is ours", async () => {
    const { top, PATH } = world();
    const ran = await execa(process.execPath, [BIN, "-w", "3", "a b"], {
      cwd: top,
      env: { PATH },
      input: "some text",
      reject: false,
    });
    expect(ran.stdout).toBe("-w 3 a b\nsome text");
    expect(ran.exitCode).toBe(7);
  });

  it("is not taken for ours where the PATH leads through a script to this program", async () => {
    const { top, ours, PATH } = world();
    const shim = join(top, "shim");
    mkdirSync(shim);
    const script = `#!/bin/sh\nexec "${process.execPath}" "${join(ours, "fold")}" "$@"\n`;
    writeFileSync(join(shim, "fold"), script, { mode: 0o755 });
    const env = { PATH: `${shim}:${PATH}` };
    const ran = await execa("fold", ["-s"], { cwd: top, env, input: "x", reject: false });
    expect(ran.stdout).toBe("-s\nx");
  });

  it("ends us by the signal that ends it", async () => {
    const { top, theirs, PATH } = world();
    writeFileSync(join(theirs, "fold"), "#!/bin/sh\nkill -TERM $$\n", { mode: 0o755 });
    const env = { PATH };
    const ran = await execa(process.execPath, [BIN, "-w", "3"], { cwd: top, env, reject: false });
    expect(ran.signal).toBe("SIGTERM");
  });

  it("is told of the signal that reaches us", async () => {
    const { top, theirs, PATH } = world();
    const script =
      "#!/bin/sh\ntrap 'echo told; exit 9' TERM\necho ready\nwhile :; do sleep 0.05; done\n";
    writeFileSync(join(theirs, "fold"), script, { mode: 0o755 });
    const child = execa(process.execPath, [BIN, "-w", "3"], {
      cwd: top,
      env: { PATH },
      reject: false,
    });
    child.stdout?.once("data", () => child.kill("SIGTERM"));
    const ran = await child;
    expect(ran.stdout).toBe("ready\ntold");
    expect(ran.exitCode).toBe(9);
  });

  it("is never asked by foldctl", async () => {
    const { top, PATH } = world();
    const ran = await execa(process.execPath, [CTL, "-w", "3"], {
      cwd: top,
      env: { PATH },
      reject: false,
    });
    expect(ran.exitCode).toBe(2);
    expect(JSON.parse(ran.stdout)).toMatchObject({ outcome: "usage" });
  });
});
