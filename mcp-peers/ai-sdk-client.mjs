/**
 * A whole round with the client of the AI SDK, which has an implementation of the protocol of its own:
 * the same steps over standard input and output and over HTTP.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { createMCPClient } from "@ai-sdk/mcp";
import { StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { BIN, startHttp, temporary } from "./server-for-peers.mjs";

const store = join(temporary(), "store");
const stdio = new StdioMCPTransport({
  command: process.execPath,
  args: [BIN, "--actor", "peer", "--init", "--dir", store],
});
await round("stdio", stdio);

const server = await startHttp();
const headers = { Authorization: `Bearer ${server.token}` };
await round("http", { type: "http", url: server.url, headers });
await server.stop();

async function round(name, transport) {
  const client = await createMCPClient({ transport });
  try {
    const tools = await client.tools();
    assert.deepEqual(Object.keys(tools).sort(), ["annotate", "commit", "history", "state"]);
    const call = (tool, args) => tools[tool].execute(args, { toolCallId: "1", messages: [] });

    const declaration = { op: "declare", id: "one", title: "One", kind: "risk", tier: "XL" };
    const batch = { batch_id: "b-1", declarations: [declaration] };
    const saved = await call("commit", batch);
    assert.equal(saved.structuredContent.outcome, "accepted");
    const again = await call("commit", batch);
    assert.equal(again.structuredContent.duplicate, true);

    const others = ["two", "three"].map((id) => ({ ...declaration, id, tier: "L" }));
    const tooMuch = { batch_id: "b-2", declarations: [...others, { ...declaration, id: "four" }] };
    const refused = await call("commit", tooMuch);
    assert.equal(refused.isError, true);
    assert.equal(refused.structuredContent.violations[0].code, "budget_exceeded");
    assert.match(refused.content[0].text, /over by 32/);

    const remark = { annotation_id: "a-1", entry_id: "one", text: "Not this week." };
    assert.equal((await call("annotate", remark)).structuredContent.type, "annotation");
    const view = (await call("state", {})).structuredContent;
    assert.equal(view.root.entries[0].annotations[0].annotation_id, "a-1");
    const { records } = (await call("history", { entry: "one" })).structuredContent;
    assert.equal(records.length, 2);

    const { resources } = await client.listResources();
    assert.ok(resources.some(({ uri }) => uri === "fold://brief"));
    const { contents } = await client.readResource({ uri: "fold://brief/zh" });
    assert.match(contents[0].text, /注意力|One/);
    console.log(
      `passed  @ai-sdk/mcp over ${name}: list, commit, retry, refusal, annotate, state, history, brief`,
    );
  } finally {
    await client.close();
  }
}
