import { expect, onTestFinished, test, vi } from "vitest";
import { batch, connected, declare } from "./support.js";

const connect = async (given = {}) => {
  const parts = await connected(onTestFinished, given);
  const updated: string[] = [];
  parts.client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    updated.push(params.uri);
  });
  return { ...parts, updated };
};

const eventually = (claim: () => void) => vi.waitFor(claim, { timeout: 10_000, interval: 20 });

test("is there in the language of the server, and in each by its name", async () => {
  const { client, call } = await connect({ language: "zh" });
  await call("commit", batch("b-1", declare("one")));
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri);
  expect(uris).toEqual(["fold://brief", "fold://brief/en", "fold://brief/zh"]);
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content !== undefined && "text" in content ? content.text : "";
  };
  const [own, english, chinese] = await Promise.all(uris.map(read));
  expect(own).toBe(chinese);
  expect(english).toContain("Attention: 8 of 64 units");
  expect(chinese).toMatch(/\p{Script=Han}.*\n/u);
});

test("is unknown under any other name", async () => {
  const { client } = await connect();
  for (const uri of ["fold://brief/fr", "file:///etc/passwd"]) {
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32602 });
    await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32602 });
    await expect(client.unsubscribeResource({ uri })).rejects.toMatchObject({ code: -32602 });
  }
});

test("tells a subscriber of each change that comes after, and of none before", async () => {
  const { client, call, updated } = await connect();
  await call("commit", batch("b-1", declare("one")));
  await client.subscribeResource({ uri: "fold://brief" });
  await call("state");
  expect(updated).toEqual([]);
  await call("commit", batch("b-2", declare("two")));
  await eventually(() => expect(updated).toEqual(["fold://brief"]));
  await call("commit", { ...batch("b-3", declare("three")), check: true });
  await call("commit", batch("b-2", declare("two")));
  await call("annotate", { annotation_id: "a-1", entry_id: null, text: "Good." });
  await eventually(() => expect(updated).toHaveLength(2));
});

test("tells of a store that comes to be", async () => {
  const { client, updated, dir } = await connect({ init: false });
  await client.subscribeResource({ uri: "fold://brief/en" });
  const other = await connect({ dir });
  await other.call("commit", batch("b-1", declare("one")));
  await eventually(() => expect(updated).toEqual(["fold://brief/en"]));
});

test("is watched while somebody listens, and not a moment longer", async () => {
  const { client, call, updated, watching } = await connect();
  await call("commit", batch("b-1", declare("one")));
  expect(watching.count).toBe(0);
  await client.subscribeResource({ uri: "fold://brief" });
  await client.subscribeResource({ uri: "fold://brief" });
  await client.subscribeResource({ uri: "fold://brief/zh" });
  expect(watching.count).toBe(2);
  await client.unsubscribeResource({ uri: "fold://brief" });
  await client.unsubscribeResource({ uri: "fold://brief" });
  expect(watching.count).toBe(1);
  await call("commit", batch("b-2", declare("two")));
  await eventually(() => expect(updated).toEqual(["fold://brief/zh"]));
  await client.close();
  await eventually(() => expect(watching.count).toBe(0));
});
