/** A server in this process with a client of the SDK, and what a test looks at behind them. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { type FoldServerOptions, foldServer } from "../src/fold-server.js";
import { findStore } from "../src/store/find-store.js";
import { storeHandle } from "../src/store/store-handle.js";
import { watchingOf } from "../src/store/watching.js";

export const NOW = "2026-12-01T09:00:00.000Z";

type Cleanup = (undo: () => void | Promise<void>) => void;

export function temporary(onEnd: Cleanup): string {
  const folder = mkdtempSync(join(tmpdir(), "fold-mcp-"));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface Given extends Partial<FoldServerOptions> {
  readonly init?: boolean;
  readonly dir?: string;
}

/** Everything that `main` puts together, but for the transport. */
export function serverParts(onEnd: Cleanup, given: Given = {}) {
  const { init = true, dir = join(temporary(onEnd), ".fold"), ...others } = given;
  const place = { cwd: dir, dir, environmentDir: undefined, init };
  const store = storeHandle({ init, find: () => findStore(place) });
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const watching = watchingOf(store, report);
  const options: FoldServerOptions = {
    store,
    watching,
    actor: "agent",
    annotator: "ana",
    language: "en",
    readOnly: false,
    now: () => NOW,
    report,
    ...others,
  };
  onEnd(async () => {
    watching.close();
    await store.close();
  });
  const log = join(dir, "events.jsonl");
  const logText = (): string => (existsSync(log) ? readFileSync(log, "utf8") : "");
  return { dir, store, watching, reports, logText, makeServer: () => foldServer(options) };
}

export async function connected(onEnd: Cleanup, given: Given = {}) {
  const parts = serverParts(onEnd, given);
  const client = new Client({ name: "test", version: "1.0.0" });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await parts.makeServer().connect(ours);
  await client.connect(theirs);
  onEnd(() => client.close());
  return { ...parts, client, call: callerOf(client) };
}

export interface Answer {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever was answered.
  readonly value: any;
}

export function callerOf(client: Client) {
  return async (name: string, args: Record<string, unknown> = {}): Promise<Answer> => {
    const result = await client.callTool({ name, arguments: args });
    const [block] = result.content;
    const text = block?.type === "text" ? block.text : "";
    return { isError: result.isError === true, text, value: result.structuredContent };
  };
}

/** As clients of either era do it; what it resolves to ends the subscription. */
export async function subscribe(
  client: Client,
  { uri, mode }: { readonly uri: string; readonly mode: "legacy" | "auto" },
): Promise<() => Promise<unknown>> {
  if (mode === "auto") {
    const listening = await client.listen({ resourceSubscriptions: [uri] });
    return () => listening.close();
  }
  await client.subscribeResource({ uri });
  return () => client.unsubscribeResource({ uri });
}

export const declare = (id: string, more: Record<string, unknown> = {}) => ({
  op: "declare",
  id,
  title: `Title of ${id}`,
  kind: "risk",
  tier: "M",
  ...more,
});

export const batch = (batch_id: string, ...declarations: readonly object[]) => ({
  batch_id,
  declarations,
});
