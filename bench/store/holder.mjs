/** Takes the store for a commit and never comes to an end: its disk does not answer. */
import { kernel } from "@fold/kernel";
import { nodeFs, openStore } from "@fold/store-fs";
import { NOW, patchNumber } from "./stores.mjs";

const [dir, round] = process.argv.slice(2);
const fs = {
  ...nodeFs,
  datasync: () => {
    process.stdout.write("holding\n");
    return new Promise(() => setInterval(() => undefined, 1000));
  },
};
const opened = await openStore({ dir, kernel, fs });
if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
await opened.store.commit(patchNumber(30_000_000 + Number(round)), { actor: "holder", now: NOW });
