/**
 * `npm run mcp:conformance`: fold-mcp as others see it. First the scenarios of the conformance suite of
 * the MCP project that apply, then a whole round with a client that shares no code with the SDK that
 * fold-mcp is built on. Both need a newer Node than we do; it is installed beside them.
 */
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { APPLY, DO_NOT_APPLY, STAND_INS } from "./scenarios.mjs";
import { startHttp, startTokenProxy, temporary } from "./server-for-peers.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const peer = (path) => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
const NODE = peer("node/bin/node");
const SUITE = peer("@modelcontextprotocol/conformance/dist/index.js");

function installPeers() {
  if (existsSync(SUITE) && existsSync(NODE)) return;
  console.log("Installing the peers.");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: here,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Error("the peers could not be installed");
}

/** Runs a script on the Node of the peers, and lets our proxy answer it meanwhile. */
function run(script, args) {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: "" };
  const options = { encoding: "utf8", cwd: temporary(), env, timeout: 60_000 };
  return new Promise((resolve) => {
    execFile(NODE, [script, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : 1, output: `${stdout}${stderr}` });
    });
  });
}

/** A suite that has grown has scenarios that nobody has thought about. */
async function unknownScenarios() {
  const { output } = await run(SUITE, ["list", "--server"]);
  const names = [...output.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
  if (names.length === 0) throw new Error(`the suite lists nothing: ${output}`);
  return names.filter((name) => !APPLY.includes(name) && !(name in DO_NOT_APPLY));
}

/** A store to read from. It is written over the protocol itself: no session is needed since 2026. */
async function declareSomething({ url, token }) {
  const declaration = { op: "declare", id: "one", title: "One", kind: "info", tier: "S" };
  const answer = await fetch(url, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": "commit",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "commit",
        arguments: { batch_id: "first", declarations: [declaration] },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "peers", version: "0.1.0" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    }),
  });
  const { result } = await answer.json();
  if (result?.structuredContent?.outcome !== "accepted") throw new Error(JSON.stringify(result));
}

async function runSuite() {
  const unknown = await unknownScenarios();
  for (const name of unknown)
    console.log(`unknown  ${name}: say in scenarios.mjs whether it applies`);
  const server = await startHttp();
  await declareSomething(server);
  const proxy = await startTokenProxy({ ...server, standIns: STAND_INS });
  let failed = unknown.length;
  for (const name of APPLY) {
    const { status, output } = await run(SUITE, ["server", "--url", proxy.url, "--scenario", name]);
    const [, passed = "?", total = "?"] = /Passed: (\d+)\/(\d+)/.exec(output) ?? [];
    console.log(`${status === 0 ? "passed" : "FAILED"}  ${name} (${passed} of ${total} checks)`);
    if (status !== 0) console.log(output);
    if (status !== 0) failed += 1;
  }
  proxy.stop();
  await server.stop();
  const others = Object.entries(DO_NOT_APPLY).filter(([name]) => !unknown.includes(name));
  for (const [name, reason] of others) console.log(`  n/a    ${name}: ${reason}`);
  console.log(`Suite: ${APPLY.length} apply, ${failed} failed, ${others.length} do not apply.`);
  return failed;
}

installPeers();
let failed = await runSuite();
const client = await run(fileURLToPath(new URL("ai-sdk-client.mjs", import.meta.url)), []);
console.log(client.output.trimEnd());
if (client.status !== 0) failed += 1;
process.exitCode = failed === 0 ? 0 : 1;
