/** The page that needs no browser to be made, looked at by one. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { caseOf, documentOf, pageOf, withPage } from "./support/pages.js";
import { decode, type Image } from "./support/png.js";
import { entry, layer, view } from "./support/views.js";

describe("areas, counted in pixels", () => {
  const names = [
    "an empty store",
    "one XXL",
    "one XXS of 1024",
    "64 XXS of 64",
    "64 XXS of 1024",
    "1024 XXS of 1024",
    "every tier of 1024",
    "every tier of 128",
    "a full budget of 8",
    "six levels",
    "Arabic",
    "emoji sequences",
    "all the diff marks at once",
    "a budget that grew",
    "a filter that leaves most out",
    "a filter that leaves all out",
  ];

  it.each(names)("%s: every box, the free and the hidden area, and the DOM", async (name) => {
    const { document, manifest } = await pageOf(caseOf(name));
    await withPage({ deviceScaleFactor: 2 }, async (page) => {
      await page.setContent(document);
      await page.evaluate(PAINT);
      for (const [index, { boxes, ...layer }] of manifest.pages.entries()) {
        const map = page.locator(".map").nth(index);
        const places = await map.locator(".box").evaluateAll(PLACES);
        expect(places).toEqual(boxes.map(({ x, y, w, h }) => [x, y, w, h]));
        const counts = countColors(decode(await map.screenshot()));
        // Of 1 024 × 640, in device pixels; a budget that was larger had the whole of it.
        const unit = layer.unit_area * 4;
        const wrong = boxes.flatMap(({ id, share, shown }, at) => {
          const count = counts.get((at + 1) * 64) ?? 0;
          return shown && count !== share * unit ? [[id, share * unit, count]] : [];
        });
        expect(wrong).toEqual([]);
        const hidden = boxes.filter(({ shown }) => !shown).reduce((sum, box) => sum + box.share, 0);
        expect(counts.get(FREE) ?? 0).toBe(layer.free * unit);
        expect(counts.get(HIDDEN) ?? 0).toBe(hidden * unit);
        const isAlone = manifest.baseline === null;
        if (isAlone) expect(unit * layer.budget).toBe(2048 * 1280);
      }
    });
  });
});

/** Run by run: neighbours are mostly of one colour, and asking the map for each pixel takes long. */
function countColors(image: Image): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let y = 0; y < image.height; y += 1) {
    let run = 0;
    let last = image.at(0, y);
    for (let x = 0; x < image.width; x += 1) {
      const color = image.at(x, y);
      if (color !== last) {
        counts.set(last, (counts.get(last) ?? 0) + run);
        run = 0;
        last = color;
      }
      run += 1;
    }
    counts.set(last, (counts.get(last) ?? 0) + run);
  }
  return counts;
}

const FREE = 0xff0000;
const HIDDEN = 0xff00ff;

/** A flat colour of its own for each area, and nothing in it. */
const PAINT = `(() => {
  for (const box of document.querySelectorAll(".map .box")) {
    const number = Number(box.dataset.entry) * 64;
    const color = box.classList.contains("hidden") ? ${HIDDEN} : number;
    box.replaceChildren();
    box.style.cssText += ";box-shadow:none;background:#" + color.toString(16).padStart(6, "0");
  }
  for (const free of document.querySelectorAll(".map .free")) {
    free.replaceChildren();
    free.style.background = "#ff0000";
  }
  for (const line of document.querySelectorAll(".map .then, .map .region")) line.remove();
})()`;

/** Runs in the page, where elements are. */
const PLACES = (boxes: unknown[]): number[][] =>
  (
    boxes as { offsetLeft: number; offsetTop: number; offsetWidth: number; offsetHeight: number }[]
  ).map((box) => [box.offsetLeft, box.offsetTop, box.offsetWidth, box.offsetHeight]);

describe("text", () => {
  it("is drawn in the fonts that travel with the package, whatever the script", async () => {
    for (const name of FONT_CASES) {
      const document = await documentOf(caseOf(name));
      await withPage({}, async (page) => {
        await page.setContent(document);
        await page.evaluate("document.fonts.ready.then(() => true)");
        const session = await page.context().newCDPSession(page);
        await session.send("DOM.enable");
        await session.send("CSS.enable");
        const { root } = await session.send("DOM.getDocument");
        // The answer for an element covers its own text alone, so each is asked for.
        const selector = "body *";
        const all = { nodeId: root.nodeId, selector };
        const { nodeIds } = await session.send("DOM.querySelectorAll", all);
        const answers = await Promise.all(
          nodeIds.map((nodeId) => session.send("CSS.getPlatformFontsForNode", { nodeId })),
        );
        const used = answers.flatMap(({ fonts }) => fonts);
        expect(used.length).toBeGreaterThan(10);
        const foreign = used.filter(({ isCustomFont }) => !isCustomFont);
        expect([name, ...new Set(foreign.map(({ familyName }) => familyName))]).toEqual([name]);
      });
    }
  });

  const FONT_CASES = [
    "Chinese",
    "Japanese",
    "Korean",
    "Arabic",
    "Hebrew",
    "Devanagari",
    "Thai",
    "Greek, Cyrillic, Vietnamese",
    "emoji sequences",
    "combining marks",
    "signs without a font",
    "mathematics and symbols",
    "a sentence in one sign",
    "controls of direction",
  ];

  it("leaves ink: nothing is drawn as blank", async () => {
    for (const name of [...FONT_CASES, "a title of one character"]) {
      const document = await documentOf(caseOf(name));
      await withPage({}, async (page) => {
        await page.setContent(document);
        const title = page.locator(".detail h3 .title").first();
        const wanted = (await title.textContent())?.replaceAll(/[\p{M}\p{Cf}\s]/gu, "") ?? "";
        const counts = countColors(decode(await title.screenshot()));
        const paper = counts.get(0xfbfaf8) ?? 0;
        const ink = [...counts.values()].reduce((sum, count) => sum + count, 0) - paper;
        // The thinnest letters leave some ten pixels each at this size.
        expect(ink, name).toBeGreaterThan(Array.from(wanted).length * 5);
      });
    }
  });

  it.each([
    ["40 Latin", "a title of 40 Latin characters"],
    ["20 Chinese", "a title of 20 Chinese characters"],
  ])("of %s characters is whole in a box of 128 × 80", async (_what, name) => {
    const made = caseOf(name);
    await withPage({}, async (page) => {
      await page.setContent(await documentOf(made));
      const small = page.locator(".box", { has: page.locator(".text.small:visible") }).last();
      expect(await small.boundingBox()).toMatchObject({ width: 128, height: 80 });
      expect(await small.locator(".title:visible").textContent()).toBe(
        made.view.root.entries[0]?.title,
      );
    });
  });

  it("that is shortened says so, and stands whole in the details", async () => {
    const made = caseOf("a title of 160 characters");
    const title = made.view.root.entries[0]?.title ?? "";
    await withPage({}, async (page) => {
      await page.setContent(await documentOf(made));
      const shown = await page.locator(".box .title").allTextContents();
      const shortened = shown.filter((text) => text !== title.replaceAll(/\s+/g, " "));
      expect(shortened.length).toBeGreaterThan(0);
      for (const text of shortened) expect(text).toMatch(/…$|^entry-/);
      const whole = await page.locator(".detail h3 .title").allTextContents();
      expect(whole).toEqual(made.view.root.entries.map((one) => one.title));
    });
  });
});

describe("data is text", () => {
  it("runs nothing and asks for nothing, even where scripts and the network are allowed", async () => {
    let hits = 0;
    const server = createServer((_request, response) => {
      hits += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const text = `<script>document.title="ran"</script><img src=http://127.0.0.1:${port}/a onerror="document.title='ran'"><style>@import "http://127.0.0.1:${port}/b";</style><link rel=stylesheet href=http://127.0.0.1:${port}/c>`;
    const source = { id: "s", origin: text, ref: `http://127.0.0.1:${port}/d`, text };
    const one = entry("one", "XL", { title: text, summary: text, kind: text, sources: [source] });
    const document = await documentOf({ view: view(layer(64, [one])), diff: null });
    // The same page with a script and an image that are really there, for its policy to stop.
    const opened = document.replace(
      "</body>",
      `<script>document.title="ran"</script><img src="http://127.0.0.1:${port}/e"></body>`,
    );
    for (const html of [document, opened]) {
      await withPage({ javaScriptEnabled: true }, async (page) => {
        const requests: string[] = [];
        page.on("request", (request) => requests.push(request.url()));
        await page.setContent(html, { waitUntil: "load" });
        expect(await page.title()).toBe("Attention at record 41");
        expect(await page.locator(".detail script, .detail img, a[href^=http]").count()).toBe(0);
        if (html === document) {
          expect(requests.filter((url) => !url.startsWith("data:"))).toEqual([]);
        }
      });
    }
    server.close();
    expect(hits).toBe(0);
  });

  it("keeps what it says of direction and of invisible signs to itself, as code points", async () => {
    await withPage({}, async (page) => {
      await page.setContent(await documentOf(caseOf("controls of direction")));
      const shown = await page.locator(".detail h3 .title").first().textContent();
      expect(shown).toBe("safe[U+202E]txt.exe[U+2066][U+2069][U+200F][U+061C] end");
    });
  });

  it("links only within the page", async () => {
    const document = await documentOf(caseOf("addresses that would run"));
    const targets = [...document.matchAll(/\shref="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !/^#[a-z0-9-]+$/.test(target))).toEqual([]);
  });
});
