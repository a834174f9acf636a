/**
 * `npm run mcp:tokens`: what the listing of the built fold-mcp costs a model, in tokens of o200k_base,
 * and how long fold-mcp takes to its first answer, beside `node -e 0` in the same run. With `--check` it
 * fails above 2 500 tokens.
 */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { encode } from "gpt-tokenizer";

const BIN = fileURLToPath(new URL("../bin/fold-mcp.cjs", import.meta.url));
const TOKENS_MAX = 2500;
const ROUNDS = 15;

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0.1.0" },
  },
});

async function tokensIn(lang) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, "--actor", "bench", "--lang", lang],
  });
  const client = new Client({ name: "bench", version: "0.1.0" });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const instructions = encode(client.getInstructions() ?? "").length;
  await client.close();
  const whole = encode(JSON.stringify({ tools })).length;
  const parts = tools.map((tool) => `${tool.name} ${encode(JSON.stringify(tool)).length}`);
  console.log(`${lang}: ${whole} tokens (${parts.join(", ")}); instructions ${instructions} more`);
  return whole + instructions;
}

function medianMs(args, input) {
  const env = { ...process.env };
  delete env["NODE_EXTRA_CA_CERTS"];
  const times = Array.from({ length: ROUNDS }, () => {
    const beganMs = performance.now();
    const { status } = spawnSync(process.execPath, args, { input, env });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
    return performance.now() - beganMs;
  });
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

const largest = Math.max(await tokensIn("en"), await tokensIn("zh"));
console.log(`largest, with instructions: ${largest} of ${TOKENS_MAX}`);

const bareMs = medianMs(["-e", "0"], "");
const answerMs = medianMs([BIN, "--actor", "bench"], `${INITIALIZE}\n`);
const ratio = (answerMs / bareMs).toFixed(2);
console.log(`start, first answer and end: ${ratio} times node -e 0 (median of ${ROUNDS})`);
if (process.argv.includes("--check") && largest > TOKENS_MAX) process.exitCode = 1;
