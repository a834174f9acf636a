/** Starts fold-mcp on a store of its own, and what a peer that knows no token needs in front of it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const BIN = fileURLToPath(new URL("../packages/fold/mcp/bin/fold-mcp.cjs", import.meta.url));

const folders = [];
process.on("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is gone when the process ends. */
export function temporary() {
  const folder = mkdtempSync(join(tmpdir(), "fold-mcp-peers-"));
  folders.push(folder);
  return folder;
}

/** fold-mcp over HTTP: its address, its token, and how to end it. */
export async function startHttp() {
  const folder = temporary();
  const tokenFile = join(folder, "token");
  const args = [BIN, "--actor", "peer", "--init", "--dir", join(folder, "store")];
  const child = spawn(process.execPath, [...args, "--http", "0", "--token-file", tokenFile], {
    stdio: ["ignore", "inherit", "pipe"],
  });
  const lines = createInterface({ input: child.stderr });
  const [line] = await once(lines, "line");
  const [url] = /http:\S+\/mcp/.exec(line) ?? [];
  if (url === undefined) throw new Error(`fold-mcp did not start: ${line}`);
  const stop = async () => {
    child.kill("SIGTERM");
    const [code] = await once(child, "exit");
    if (code !== 0) throw new Error(`fold-mcp ended with ${code}`);
  };
  return { url, token: readFileSync(tokenFile, "utf8").trim(), stop };
}

/**
 * Adds the token to each request, puts names of ours in the place of those that a peer has built in, and
 * passes everything else on as it is.
 */
export async function startTokenProxy({ url, token, standIns = {} }) {
  const target = new URL(url);
  const proxy = createServer(async (incoming, outgoing) => {
    let body = Buffer.concat(await incoming.toArray()).toString("utf8");
    for (const [theirs, ours] of Object.entries(standIns)) {
      body = body.replaceAll(JSON.stringify(theirs), JSON.stringify(ours));
    }
    const { method, url: path } = incoming;
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    if (body !== "") headers["content-length"] = String(Buffer.byteLength(body));
    const onward = request({ host: target.hostname, port: target.port, method, path, headers });
    onward.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode, answer.headers);
      outgoing.flushHeaders();
      answer.pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    onward.end(body);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const stop = () => {
    proxy.close();
    proxy.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${proxy.address().port}${target.pathname}`, stop };
}
