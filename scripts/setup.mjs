// Installs and builds this workspace. It runs before anything is installed, so it uses Node alone.
//
// 1. The installation is skipped when `node_modules/.fold-setup` holds the hash of what it depends on.
// 2. No global pnpm is needed: npx brings the pinned one, and the installed workspace has its own in
//    `node_modules/.bin`, where turbo finds it.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const nodeVersionMin = { major: 20, minor: 19 };
const pnpmVersion = "12.4.2";

/** The folder of the workspace. */
export const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** Checks Node, installs if something changed, and builds. Ends the process if a step fails. */
export function setup() {
  for (const step of [install, build]) {
    const { ok, output } = step();
    if (ok) continue;
    process.stderr.write(`${output.trimEnd()}\n`);
    process.exit(1);
  }
}

/** Checks Node and installs what the lockfile says, unless that is there already. */
export function install() {
  const refusal = refusalOfNode(process.versions.node);
  if (refusal !== undefined) return { ok: false, output: refusal };

  const stampPath = join(root, "node_modules", ".fold-setup");
  const stamp = stampOfInputs();
  if (existsSync(stampPath) && readFileSync(stampPath, "utf8") === stamp) {
    return { ok: true, output: "" };
  }
  process.stderr.write("Installing dependencies.\n");
  rmSync(stampPath, { force: true });
  const result = run("npx", ["-y", `pnpm@${pnpmVersion}`, "install", "--frozen-lockfile"]);
  if (result.ok) writeFileSync(stampPath, stamp);
  return result;
}

/** Builds every package that changed. */
export function build() {
  return runTool("turbo", ["run", "build"]);
}

/** Runs an installed tool and returns what it said. */
export function runTool(name, toolArguments) {
  return run(join(root, "node_modules", ".bin", name), toolArguments);
}

function refusalOfNode(version) {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const { major: majorMin, minor: minorMin } = nodeVersionMin;
  const isNewEnough = major > majorMin || (major === majorMin && minor >= minorMin);
  if (isNewEnough) return undefined;
  return `Node ${majorMin}.${minorMin} or newer is needed; this is Node ${version}.`;
}

/** Covers all that an installation depends on: the lockfile, the manifests, and Node's ABI. */
function stampOfInputs() {
  const hash = createHash("sha256");
  hash.update(`node ${process.versions.node.split(".")[0]} ${process.platform} ${process.arch}\n`);
  for (const path of inputPaths()) {
    hash.update(`${path}\n`);
    hash.update(readFileSync(join(root, path)));
  }
  return `${hash.digest("hex")}\n`;
}

function inputPaths() {
  const products = folders("packages");
  const members = [
    ...products.flatMap((product) => folders(`packages/${product}`, `packages/${product}/`)),
    "conformance",
    ...folders("examples", "examples/"),
    "soak",
  ];
  const manifests = members.map((member) => `${member}/package.json`);
  return ["pnpm-lock.yaml", "pnpm-workspace.yaml", "package.json", ...manifests]
    .filter((path) => existsSync(join(root, path)))
    .sort();
}

function folders(path, prefix = "") {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => `${prefix}${entry.name}`);
}

function run(command, commandArguments) {
  const isWindows = process.platform === "win32";
  const result = spawnSync(command, commandArguments, {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 256 * 1024 * 1024,
    // On Windows npx and the tools are `.cmd` files, which only a shell starts.
    shell: isWindows,
    env: {
      ...process.env,
      PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH ?? ""}`,
      // Without a terminal pnpm asks nothing only if it is told so.
      CI: "true",
      DO_NOT_TRACK: "1",
      TURBO_TELEMETRY_DISABLED: "1",
      TURBO_NO_UPDATE_NOTIFIER: "1",
    },
  });
  const trouble = result.error === undefined ? "" : `${result.error.message}\n`;
  return {
    ok: result.status === 0,
    output: `${result.stdout ?? ""}${result.stderr ?? ""}${trouble}`,
  };
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  setup();
}
