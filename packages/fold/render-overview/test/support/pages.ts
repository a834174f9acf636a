/** Pages made by the renderer and opened in a browser of the test file's own. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderer, type Manifest } from "@fold/render-overview";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./browser.js";
import { type Case, GALLERY } from "./gallery.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-page-"));
const renderer = createRenderer({ env: { PATH: "" } });
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  await renderer.close();
  rmSync(top, { recursive: true, force: true });
});

/** The document, made without any browser: the renderer is given a PATH that has none. */
export async function documentOf(made: Case): Promise<string> {
  return (await pageOf(made)).document;
}

export async function pageOf({
  lang = "en",
  ...made
}: Case): Promise<{ document: string; manifest: Manifest }> {
  const dir = join(top, "page");
  const result = await renderer.render({ ...made, lang, dir, format: "html" });
  if (!result.ok) throw new Error(result.message);
  const read = (name: string): string => readFileSync(join(dir, name), "utf8");
  return { document: read(result.files[0] ?? ""), manifest: JSON.parse(read("overview.json")) };
}

export async function withPage<Value>(
  options: BrowserContextOptions,
  use: (page: Page) => Promise<Value>,
): Promise<Value> {
  const context = await browser.newContext({ viewport: { width: 1640, height: 1000 }, ...options });
  try {
    return await use(await context.newPage());
  } finally {
    await context.close();
  }
}

export const caseOf = (name: string): Case => {
  const make = GALLERY[name];
  if (make === undefined) throw new Error(`no case ${name}`);
  return make();
};
