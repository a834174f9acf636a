/** The pictures of the documentation are what the command draws today. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, expect, test } from "vitest";

const pictures = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
let drawn: string;

beforeAll(async () => {
  drawn = await mkdtemp(join(tmpdir(), "fold-pictures-test-"));
  await execa(process.execPath, [join(pictures, "draw.mjs"), drawn]);
}, 60_000);

afterAll(async () => {
  await rm(drawn, { recursive: true, force: true });
});

test("npm run docs:pictures would change nothing but what another browser draws", async () => {
  const names = (await readdir(pictures)).filter((name) => name.endsWith(".manifest.json"));
  expect(names).toHaveLength(3);
  for (const name of names) {
    const kept = JSON.parse(await readFile(join(pictures, name), "utf8"));
    const now = JSON.parse(await readFile(join(drawn, name), "utf8"));
    expect(withoutBrowser(now)).toEqual(withoutBrowser(kept));
    const isSameBrowser = JSON.stringify(now.browser) === JSON.stringify(kept.browser);
    if (isSameBrowser) expect(now).toEqual(kept);
  }
});

/** The bytes of a picture depend on who draws it; what it shows does not. */
function withoutBrowser(manifest: {
  readonly browser: unknown;
  readonly pages: readonly { readonly sha256: string; readonly bytes: number }[];
}) {
  const pages = manifest.pages.map(({ sha256: _, bytes: __, ...page }) => page);
  return { ...manifest, browser: null, pages };
}
