import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { BIN, callRequest, exitOf, INITIALIZE, mcp, request, startMcp } from "./mcp-process.js";
import { batch, callerOf, declare, subscribe, temporary } from "./support.js";

const eventually = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });
const flags = (dir: string) => ["--actor", "agent", "--person", "ana", "--init", "--dir", dir];

async function connect(dir: string, mode: "legacy" | "auto" = "legacy") {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [BIN, ...flags(dir)],
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, updated, call: callerOf(client) };
}

const messagesIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

describe.each(["legacy", "auto"] as const)("a client of the %s era", (mode) => {
  test("has the tools and the brief, and hears what another process changes", async () => {
    const dir = join(temporary(onTestFinished), ".fold");
    const { client, call, updated } = await connect(dir, mode);
    expect((await client.listTools()).tools).toHaveLength(4);
    expect((await call("commit", batch("b-1", declare("one")))).value.outcome).toBe("accepted");

    const uri = "fold://brief";
    const stop = await subscribe(client, { uri, mode });
    const other = await connect(dir);
    await other.call("commit", batch("b-2", declare("two")));
    await eventually(() => expect(updated).toEqual([uri]));
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining("Title of two") }]);

    await stop();
    // What this process saves it tells before it answers.
    await call("commit", batch("b-3", declare("three")));
    expect(updated).toEqual([uri]);
  });
});

test("answers all that was asked before its input ended, and then ends", async () => {
  const dir = join(temporary(onTestFinished), ".fold");
  const commits = ["b-1", "b-2", "b-3"].map((id) => callRequest("commit", batch(id)));
  const { exitCode, stdout, stderr } = await mcp(flags(dir), [INITIALIZE, ...commits].join(""));
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(messagesIn(stdout)).toHaveLength(4);
  expect(readFileSync(join(dir, "events.jsonl"), "utf8").split("\n")).toHaveLength(4);
});

test("ends with its input, though a subscription is open", async () => {
  const dir = join(temporary(onTestFinished), ".fold");
  const subscribe = request("resources/subscribe", { uri: "fold://brief" });
  const { exitCode, stdout } = await mcp(flags(dir), `${INITIALIZE}${subscribe}`);
  expect(exitCode).toBe(0);
  expect(messagesIn(stdout)).toHaveLength(2);
});

test("passes over what is no message, and tells standard error alone", async () => {
  const dir = join(temporary(onTestFinished), ".fold");
  const noise = ["not json", "[]", '{"jsonrpc":"2.0"}', "null", "{", ""].join("\n");
  const input = `${INITIALIZE}${noise}\n${callRequest("commit", batch("b-1"))}`;
  const { exitCode, stdout, stderr } = await mcp(flags(dir), input);
  expect(exitCode).toBe(0);
  const answers = messagesIn(stdout);
  expect(answers.at(-1).result.structuredContent.outcome).toBe("accepted");
  for (const answer of answers) expect(answer.jsonrpc).toBe("2.0");
  expect(stderr).toContain("fold-mcp: ");
});

test("ends with words and a code of its own at a message that is too long", async () => {
  const dir = join(temporary(onTestFinished), ".fold");
  const child = startMcp(flags(dir));
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(INITIALIZE);
  child.stdin?.write("x".repeat(9 * 1024 * 1024));
  expect(await exitOf(child)).toEqual({ code: 5, signal: null });
  expect(child.err()).toContain("maximum size");
});

test.each(["SIGTERM", "SIGINT"] as const)("ends well at %s", async (signal) => {
  const dir = join(temporary(onTestFinished), ".fold");
  const child = startMcp(flags(dir));
  child.stdin?.write(INITIALIZE);
  await new Promise((resolve) => child.stdout?.once("data", resolve));
  child.kill(signal);
  expect(await exitOf(child)).toEqual({ code: 0, signal: null });
});

test("leaves a sound store when its client goes away without a word", async () => {
  const dir = join(temporary(onTestFinished), ".fold");
  const child = startMcp(flags(dir));
  child.stdout?.destroy();
  child.stdin?.end(`${INITIALIZE}${callRequest("commit", batch("b-1", declare("one")))}`);
  expect((await exitOf(child)).signal).toBeNull();
  const again = await mcp(flags(dir), `${INITIALIZE}${callRequest("state", {})}`);
  const answer = messagesIn(again.stdout).at(-1).result.structuredContent;
  expect(["fold.state/1", undefined]).toContain(answer.schema);
  expect(["no_store", undefined]).toContain(answer.outcome);
});

test("starts where there is no store, where one is broken, and says so in each answer", async () => {
  const dir = temporary(onTestFinished);
  writeFileSync(join(dir, "events.jsonl"), "what is this\n");
  const question = `${INITIALIZE}${callRequest("state", {})}`;
  const broken = await mcp(["--actor", "agent", "--dir", dir], question);
  const { result } = messagesIn(broken.stdout).at(-1);
  expect(result).toMatchObject({ isError: true, structuredContent: { outcome: "corrupt" } });
  const none = await mcp(["--actor", "agent", "--dir", join(dir, "none")], question);
  expect(messagesIn(none.stdout).at(-1).result.structuredContent.outcome).toBe("no_store");
});

test("refuses a wrong command line, and prints its help and its version", async () => {
  expect(await mcp([])).toMatchObject({ exitCode: 2, stdout: "" });
  const help = await mcp(["--help"]);
  expect(help).toMatchObject({ exitCode: 0, stderr: "" });
  expect(help.stdout).toContain("Usage: fold-mcp");
  expect((await mcp(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
