/**
 * Builds the package from its sources, with a fault planted or none, for threads and for the tests
 * that the enumeration bites. A fault is an exact piece of the source and what stands there
 * instead. The piece has to be there once: when the source moves on, the build fails, and nobody
 * goes on believing that a fault is planted.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, defaultServerConditions, type Plugin } from "vite";
import type { Product } from "./product.js";

export interface Edit {
  /** Below `src`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
}

export interface Bundle {
  readonly product: Product;
  /** The module that a thread runs; see `process-thread.ts`. */
  readonly threadPath: string;
  remove(): void;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export async function bundle(edits: readonly Edit[] = []): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), "fold-crash-"));
  const planted = planting(edits);
  await build({
    configFile: false,
    logLevel: "silent",
    root: here("../.."),
    plugins: [planted.plugin],
    ssr: {
      noExternal: true,
      resolve: { conditions: ["@fold/source", ...defaultServerConditions] },
    },
    build: {
      ssr: true,
      minify: false,
      target: "node20",
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: {
        input: { product: here("./product.ts"), thread: here("./process-thread.ts") },
        external: [/^node:/],
        output: { entryFileNames: "[name].mjs", chunkFileNames: "[name]-[hash].mjs" },
      },
    },
  });
  const missing = edits.filter((edit) => !planted.done.has(edit));
  if (missing.length > 0) throw new Error(`not planted: ${JSON.stringify(missing)}`);
  const loaded: { readonly REAL_PRODUCT: Product } = await import(
    pathToFileURL(join(folder, "product.mjs")).href
  );
  return {
    product: loaded.REAL_PRODUCT,
    threadPath: join(folder, "thread.mjs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function planting(edits: readonly Edit[]): {
  readonly plugin: Plugin;
  readonly done: ReadonlySet<Edit>;
} {
  const done = new Set<Edit>();
  const plugin: Plugin = {
    name: "planted-fault",
    enforce: "pre",
    transform(code, id) {
      let after = code;
      for (const edit of edits) {
        if (id !== here(`../../src/${edit.file}`)) continue;
        const count = after.split(edit.find).length - 1;
        if (count !== 1) throw new Error(`${edit.file} has ${count} times: ${edit.find}`);
        after = after.replace(edit.find, () => edit.replace);
        done.add(edit);
      }
      return after === code ? null : { code: after, map: null };
    },
  };
  return { plugin, done };
}
