import { chmodSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { serveOverHttp } from "../src/http/serve-http.js";
import { SESSIONS_MAX } from "../src/http/sessions.js";
import { readTokenFile } from "../src/http/token-file.js";
import { exitOf, mcp, startHttp } from "./mcp-process.js";
import { batch, callerOf, declare, serverParts, subscribe, temporary } from "./support.js";

const TOKEN = "t".repeat(40);
const eventually = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

async function serve() {
  const parts = serverParts(onTestFinished);
  const { makeServer, watching, reports } = parts;
  const report = (line: string) => reports.push(line);
  const serving = await serveOverHttp({ makeServer, watching, token: TOKEN, port: 0, report });
  onTestFinished(() => serving.close());
  return { ...parts, ...serving };
}

async function connect(url: string, mode: "legacy" | "auto" = "legacy", token = TOKEN) {
  const headers = { Authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const updated: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, transport, updated, call: callerOf(client) };
}

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly method?: string;
  readonly path?: string;
}

interface Received {
  readonly status: number;
  readonly body: string;
  readonly session: string;
}

/** A request with any headers, a false `Host` too. */
function send(url: string, { headers = {}, body = "", method = "POST", path }: Sent) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise<Received>((resolve, reject) => {
    const all = {
      Authorization: `Bearer ${TOKEN}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    };
    const options = { hostname, port, path: path ?? pathname, method, headers: all };
    const sent = httpRequest(options, async (answer) => {
      const text = Buffer.concat(await answer.toArray()).toString("utf8");
      const session = String(answer.headers["mcp-session-id"]);
      resolve({ status: answer.statusCode ?? 0, body: text, session });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

const INITIALIZE = JSON.stringify({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "test", version: "1.0.0" },
  },
});

describe.each(["legacy", "auto"] as const)("a client of the %s era", (mode) => {
  test("has the tools and the brief, and hears of changes while it listens", async () => {
    const { url, watching } = await serve();
    const { client, call, updated } = await connect(url, mode);
    expect((await call("commit", batch("b-1", declare("one")))).value.outcome).toBe("accepted");
    const uri = "fold://brief";
    const stop = await subscribe(client, { uri, mode });
    const other = await connect(url);
    await other.call("commit", batch("b-2", declare("two")));
    await eventually(() => expect(updated).toEqual([uri]));
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ text: expect.stringContaining("Title of two") }]);
    await stop();
    await eventually(() => expect(watching.count).toBe(0));
  });
});

test("frees the watcher when a listening client ends its session, and when the server ends", async () => {
  const { url, watching, close } = await serve();
  const one = await connect(url);
  const two = await connect(url);
  await one.client.subscribeResource({ uri: "fold://brief" });
  await two.client.subscribeResource({ uri: "fold://brief" });
  expect(watching.count).toBe(2);
  await one.transport.terminateSession();
  await eventually(() => expect(watching.count).toBe(1));
  await close();
  await eventually(() => expect(watching.count).toBe(0));
});

describe("who may not speak", () => {
  test.each([
    ["no token", { Authorization: "" }, 401],
    ["another token", { Authorization: `Bearer ${"u".repeat(40)}` }, 401],
    ["a part of the token", { Authorization: `Bearer ${TOKEN.slice(1)}` }, 401],
    ["the token by another scheme", { Authorization: `Basic ${TOKEN}` }, 401],
    ["another name of this machine", { Host: "fold.example:80" }, 403],
    ["a page of another site", { Origin: "https://fold.example" }, 403],
    ["a page without a name", { Origin: "null" }, 403],
  ])("%s", async (_case, headers, status) => {
    const { url, logText } = await serve();
    const answer = await send(url, { headers, body: INITIALIZE });
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { message: expect.any(String) } });
    expect(answer.body).not.toContain(TOKEN);
    expect(logText()).toBe("");
  });

  test("the token in the address", async () => {
    const { url } = await serve();
    const headers = { Authorization: "" };
    const path = `/mcp?access_token=${TOKEN}`;
    expect((await send(url, { headers, path, body: INITIALIZE })).status).toBe(401);
  });
});

test.each([
  ["another path", { path: "/other" }, 404],
  ["an unknown session", { headers: { "Mcp-Session-Id": "x" }, body: INITIALIZE }, 404],
  ["no session", { body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' }, 400],
  ["a stream without a session", { method: "GET" }, 400],
  ["no JSON", { body: "{" }, 400],
  ["another media type", { headers: { "Content-Type": "text/plain" }, body: INITIALIZE }, 415],
  ["a body too large", { body: " ".repeat(9 * 1024 * 1024) }, 413],
])("answers %s with a status, and goes on", async (_case, sent, status) => {
  const { url } = await serve();
  expect((await send(url, sent)).status).toBe(status);
  const { call } = await connect(url);
  expect((await call("commit", batch("b-1"))).value.outcome).toBe("accepted");
});

test("keeps so many sessions, and gives up the one longest unused", async () => {
  const { url } = await serve();
  const first = await connect(url);
  const others: string[] = [];
  for (let index = 1; index < SESSIONS_MAX; index += 1) {
    others.push((await send(url, { body: INITIALIZE })).session);
  }
  await first.call("commit", batch("b-1"));
  const ping = (session = "") =>
    send(url, {
      headers: { "Mcp-Session-Id": session },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });
  await send(url, { body: INITIALIZE });
  expect((await first.call("state")).isError).toBe(false);
  expect((await ping(others[0])).status).toBe(404);
  expect((await ping(others[1])).status).toBe(200);
});

describe("the token file", () => {
  test("is made for its owner alone, and found again", () => {
    const path = join(temporary(onTestFinished), "token");
    const made = readTokenFile(path);
    expect(made).toMatchObject({ ok: true, isNew: true });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readTokenFile(path)).toEqual({ ...made, isNew: false });
  });

  test.each([
    ["readable for others", "x".repeat(40), 0o640],
    ["too short", "short", 0o600],
    ["with a space", `${"x".repeat(20)} ${"x".repeat(20)}`, 0o600],
    ["empty", "", 0o600],
  ])("%s is refused, with words that do not repeat it", (_case, text, mode) => {
    const path = join(temporary(onTestFinished), "token");
    writeFileSync(path, text);
    chmodSync(path, mode);
    const read = readTokenFile(path);
    expect(read.ok).toBe(false);
    if (!read.ok && text !== "") expect(read.message).not.toContain(text);
  });

  test("in a folder that is not there is refused by the process, with its code", async () => {
    const path = join(temporary(onTestFinished), "none", "token");
    const args = ["--actor", "agent", "--http", "0", "--token-file", path];
    expect(await mcp(args)).toMatchObject({ exitCode: 5, stderr: expect.stringContaining(path) });
  });
});

test("the process serves on this machine alone, ends well, and never shows its token", async () => {
  const folder = temporary(onTestFinished);
  const tokenFile = join(folder, "token");
  const args = ["--actor", "agent", "--init", "--dir", join(folder, ".fold")];
  const { child, url } = await startHttp([...args, "--token-file", tokenFile]);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  const token = readFileSync(tokenFile, "utf8").trim();
  const { client, call } = await connect(url, "legacy", token);
  await client.subscribeResource({ uri: "fold://brief" });
  expect((await call("commit", batch("b-1", declare("one")))).value.outcome).toBe("accepted");

  const { port } = new URL(url);
  const taken = await mcp([...args, "--http", port, "--token-file", tokenFile]);
  expect(taken).toMatchObject({ exitCode: 5, stderr: expect.stringContaining(port) });

  child.kill("SIGTERM");
  expect(await exitOf(child)).toEqual({ code: 0, signal: null });
  expect(child.err()).not.toContain(token);
});
