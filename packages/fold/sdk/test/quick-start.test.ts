import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { AGENT, accepted, declare, open, temporaryDir } from "./support/fold.js";

const BUILT: Readonly<Record<string, string>> = {
  "@fold/sdk": new URL("../dist/index.js", import.meta.url).href,
  "@fold/kernel": new URL("../../kernel/dist/index.js", import.meta.url).href,
  "@fold/store-fs": new URL("../../store-fs/dist/index.js", import.meta.url).href,
};

/** The program with the packages that it imports found where they are built. */
function located(source: string): string {
  return source.replace(/from "(@fold\/[a-z-]+)"/g, (_, name: string) => `from "${BUILT[name]}"`);
}

/** Runs a module against the built packages, in a directory of its own. */
function run(source: string, dir: string): string {
  const path = join(dir, "program.mjs");
  writeFileSync(path, located(source));
  return execFileSync(process.execPath, [path], { cwd: dir, encoding: "utf8" });
}

// The store's own tests may not import the kernel that its example needs, so it is run here.
test.each(["sdk", "store-fs"])("the example of %s's README prints what it says", (name) => {
  const path = fileURLToPath(new URL(`../../${name}/README.md`, import.meta.url));
  const readme = readFileSync(path, "utf8");
  const [, source = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, printed = ""] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(source).toContain("await open");
  expect(run(source, temporaryDir())).toBe(printed);
});

test("opens a store under node -e, where __filename is a global that names no file", () => {
  const dir = join(temporaryDir(), "store");
  const program = `
    import(${JSON.stringify(BUILT["@fold/sdk"])})
      .then(({ openFold }) => openFold({ dir: ${JSON.stringify(dir)}, init: true }))
      .then((fold) => fold.close())
      .then(() => console.log("opened"));
  `;
  const printed = execFileSync(process.execPath, ["-e", program], { encoding: "utf8" });
  expect(printed).toBe("opened\n");
});

/** Fails the program as soon as any file of zod is asked for. */
const LOADER = `
  export async function resolve(id, context, next) {
    const found = await next(id, context);
    if (/[\\\\/]zod[\\\\/]/.test(found.url)) throw new Error("zod was loaded");
    return found;
  }
`;

/** Runs a module as `run` does, with the loader in place. */
function runWithoutZod(source: string, dir: string): string {
  writeFileSync(join(dir, "loader.mjs"), LOADER);
  writeFileSync(join(dir, "main.mjs"), located(source));
  const loader = pathToFileURL(join(dir, "loader.mjs")).href;
  const start = `
    import { register } from "node:module";
    register(${JSON.stringify(loader)});
    await import("./main.mjs");
  `;
  return run(start, dir);
}

test("with lazy schemas a program that only reads never loads zod; one that writes does", async () => {
  const dir = temporaryDir();
  const fold = await open(join(dir, "store"));
  accepted(await fold.commit(declare("a"), AGENT));
  const program = (body: string): string => `
    import { openFold } from "@fold/sdk";
    const fold = await openFold({ dir: "./store", lazySchemas: true });
    ${body}
    await fold.close();
  `;
  const read = `
    const { event_seq } = await fold.state({ now: "2026-11-30T09:00:00Z" });
    const { records } = await fold.history({ entry: "a" });
    console.log(event_seq, records.length);
  `;
  expect(runWithoutZod(program(read), dir)).toBe("1 1\n");
  const write = `
    const failed = await fold.commit({}, {}).catch((error) => error);
    console.log(failed.message);
  `;
  expect(runWithoutZod(program(write), dir)).toBe("zod was loaded\n");
});
