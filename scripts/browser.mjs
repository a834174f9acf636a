// Sees to it that the tests of the pictures have a browser. It asks the renderer, which has to be
// built. Where there is none, and this is root on a Debian, it is installed; else the answer says what
// to install. No fonts are needed: they come with the renderer.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "./setup.mjs";

const packageName = "chromium-headless-shell";

/** Finds a browser, or installs one. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found.ok) return { ok: true, output: "" };
  const canInstall = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!canInstall) return { ok: false, output: `${found.message}\n` };
  process.stderr.write(`Installing ${packageName}.\n`);
  const installed = install();
  if (!installed.ok) return installed;
  const again = findBrowser();
  return { ok: again.ok, output: again.ok ? "" : `${again.message}\n` };
}

function findBrowser() {
  const script =
    'import { findBrowser } from "@fold/render-overview";' +
    "process.stdout.write(JSON.stringify(findBrowser(process.env)));";
  const asked = run(process.execPath, ["--input-type=module", "-e", script]);
  return asked.ok ? JSON.parse(asked.stdout) : { ok: false, message: asked.output };
}

function install() {
  const command = ["install", "-y", "--no-install-recommends", packageName];
  const first = run("apt-get", command);
  if (first.ok) return first;
  // The lists of a fresh image are empty, or older than what the mirror still has.
  const updated = run("apt-get", ["update"]);
  return updated.ok ? run("apt-get", command) : updated;
}

function run(command, commandArguments) {
  const result = spawnSync(command, commandArguments, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const { stdout = "", stderr = "", error } = result;
  return { ok: result.status === 0, stdout, output: `${stdout}${stderr}${error?.message ?? ""}` };
}
