/**
 * What a picture costs at the least: the driver, the browser, a page that is there already, and its
 * pictures. Nothing is laid out, measured or verified.
 *
 * Usage: node bare.mjs URL BROWSER DIR COUNT
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export async function openBare(executablePath) {
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({
    executablePath,
    args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  });
  const viewport = { width: 1600, height: 1000 };
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2 });
  const pictures = async (count) => {
    const taken = [];
    for (let index = 0; index < count; index += 1) taken.push(await page.screenshot());
    return taken;
  };
  return {
    async open(url, count) {
      await page.goto(url);
      return pictures(count);
    },
    async draw(document, count) {
      await page.setContent(document);
      return pictures(count);
    },
    close: () => browser.close(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url, executablePath, dir, count] = process.argv;
  const bare = await openBare(executablePath);
  const pictures = await bare.open(url, Number(count));
  mkdirSync(dir, { recursive: true });
  for (const [index, png] of pictures.entries()) writeFileSync(join(dir, `${index}.png`), png);
  process.exit(0);
}
