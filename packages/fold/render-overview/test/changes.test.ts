/** What changed, what waits and what is not drawn: told in the picture, in the page and in the manifest. */
import { describe, expect, it } from "vitest";
import { caseOf, documentOf, pageOf, withPage } from "./support/pages.js";

/** The text of each layer's header, and of its legend. */
async function readLayers(name: string) {
  const { document, manifest } = await pageOf(caseOf(name));
  const layers = await withPage({}, async (page) => {
    await page.setContent(document);
    const texts = (selector: string): Promise<string[]> =>
      page.locator(`.layer ${selector}`).allInnerTexts();
    return { headers: await texts(".top"), legends: await texts(".legend") };
  });
  return { document, manifest, ...layers };
}

describe("a budget that is another one than it was", () => {
  it("is an area of its own above the boxes, with the difference in words", async () => {
    const { document, manifest, headers, legends } = await readLayers(
      "a budget that grew within a box",
    );
    expect(manifest.pages[0]?.before).toEqual({ budget: 32, x: 0, y: 0, w: 512, h: 320 });
    expect(headers[0]).toContain("budget 32 → 128: 96 units more");
    expect(legends[0]).toContain("budget at record 30: 32");
    await withPage({}, async (page) => {
      await page.setContent(document);
      // Whatever lies highest at a point of the line, were the line there to be hit.
      await page.addStyleTag({ content: ".then{pointer-events:auto!important}" });
      const map = await page.locator(".map").boundingBox();
      const at = { x: (map?.x ?? 0) + 510, y: (map?.y ?? 0) + 100 };
      const top = `document.elementFromPoint(${at.x}, ${at.y}).className`;
      expect(await page.evaluate(top)).toBe("then");
    });
  });

  it("is told when it shrank, and in Chinese", async () => {
    const { headers } = await readLayers("all the diff marks in Chinese");
    expect(headers[0]).toContain("预算 128 → 64：减少 64 单位");
  });

  it("is told of a layer within an entry: on its own sheet and on the entry", async () => {
    const { document, manifest, headers } = await readLayers("a budget inside that grew");
    expect(manifest.pages.map(({ before }) => before?.budget ?? null)).toEqual([null, 16]);
    expect(headers[0]).not.toContain("more");
    expect(headers[1]).toContain("budget 16 → 64: 48 units more");
    expect(document).toContain("budget inside 16 → 64");
  });
});

describe("what closed in a layer that is gone", () => {
  it("is listed with the layer it was in, and counted in the header", async () => {
    const { headers, document, manifest } = await readLayers("layers that are gone");
    await withPage({}, async (page) => {
      await page.setContent(document);
      const [first, second] = await page.locator(".layer").all();
      const items = await first?.locator(".closed li").allInnerTexts();
      expect(items?.map((text) => text.replaceAll(/\s+/g, " "))).toEqual([
        expect.stringContaining("Title of carrier"),
        expect.stringMatching(/Title of deep deep in carrier/),
        expect.stringMatching(/Title of deeper deeper in deep/),
      ]);
      expect(await second?.locator(".closed li").allInnerTexts()).toHaveLength(1);
    });
    expect(headers.map((text) => /\d+ closed/.exec(text)?.[0])).toEqual(["3 closed", "1 closed"]);
    expect(manifest.changes_left_out).toEqual([]);
  });
});

describe("a change inside a layer", () => {
  it("marks the entry that carries the layer", async () => {
    const { manifest, headers, document } = await readLayers("layers that are gone");
    const [box] = manifest.pages[0]?.boxes ?? [];
    expect(box).toMatchObject({ id: "stays", changes: ["inside"] });
    // The entry itself is as it was.
    expect(headers[0]).not.toContain("changed");
    await withPage({}, async (page) => {
      await page.setContent(document);
      const carrier = page.locator(".layer").first().locator(".box").first();
      expect(await carrier.textContent()).toContain("changed inside");
    });
  });
});

describe("notes", () => {
  it("are counted once each, whatever they stand on", async () => {
    const { headers, manifest } = await readLayers("notes everywhere");
    const counts = headers.flatMap((text) =>
      [...text.matchAll(/(\d+) notes? (waiting|on the whole|on what is not drawn)/g)].map(
        ([, count, where]) => [Number(count), where],
      ),
    );
    expect(counts).toEqual([
      [1, "waiting"],
      [2, "on the whole"],
      [5, "on what is not drawn"],
      [1, "waiting"],
    ]);
    expect(manifest.notes).toEqual({ pending: 9, on_the_whole: 2, not_drawn: 5 });
    const document = await documentOf(caseOf("notes everywhere"));
    expect(document).toContain("7 notes waiting, not on an entry drawn");
    expect(document).toContain("Shall we wait?");
  });
});

describe("a filter", () => {
  it("says how much of what is new, changed or late it leaves out", async () => {
    const { headers, legends, manifest } = await readLayers("a filter over what changed");
    expect(headers[0]).toContain("6 new or changed not shown");
    expect(headers[0]).toContain("4 overdue not shown");
    expect(legends[0]).toContain("not shown: 7 entries, 41 units");
    // Five entries changed, two are new; one of the five changed inside alone.
    expect(manifest.changes_left_out).toHaveLength(7);
    expect(manifest.selection.hidden.layers).toMatchObject([{ entries: 7, changed: 6 }]);
  });

  it("sums what it leaves out of several layers in one measure", async () => {
    const made = caseOf("six levels");
    const selection = { kinds: ["decision"], min_tier: null, top: null };
    const { manifest } = await pageOf({ ...made, selection });
    const { attention, layers } = manifest.selection.hidden;
    expect(layers.map(({ units, budget }) => [units, budget])).toEqual(Array(6).fill([4, 32]));
    // Each entry says 1/16 of the whole.
    expect(attention).toBe("3/8");
  });
});

describe("layers below the depth", () => {
  it("are told with their entries", async () => {
    const { legends, manifest } = await readLayers("layers below the depth");
    expect(legends[0]).toContain("6 layers inside not drawn: 42 entries");
    expect(manifest.layers_not_drawn).toHaveLength(6);
    expect(manifest.layers_not_drawn[0]).toMatchObject({ entries: 7, because: "depth" });
  });
});

describe("a box with much to say", () => {
  it("keeps its tier, the length of what is urgent, and a mark for the rest", async () => {
    const document = await documentOf(caseOf("layers below the depth"));
    await withPage({}, async (page) => {
      await page.setContent(document);
      const boxes = page.locator(".box .text:visible");
      const tiers = await boxes.evaluateAll(TIERS);
      expect(tiers).toEqual(["XL", "L", "M", "S", "XS", "XXS"]);
      for (const box of await boxes.all()) {
        expect(await box.locator(".badge.late").textContent()).toContain("1 d");
        expect(await box.locator(".stale").count()).toBe(1);
        expect(await box.locator(".more").count()).toBe(0);
      }
    });
  });

  it("has each mark without words explained below the map", async () => {
    for (const name of ["all the diff marks at once", "overdue and stale everything"]) {
      const document = await documentOf(caseOf(name));
      await withPage({}, async (page) => {
        await page.setContent(document);
        for (const width of [320, 700, 1640]) {
          await page.setViewportSize({ width, height: 900 });
          expect([name, width, await page.evaluate(UNEXPLAINED)]).toEqual([name, width, []]);
        }
      });
    }
  });

  const UNEXPLAINED = `[...document.querySelectorAll(".layer")].flatMap((layer) => {
    const uses = (selector) => [...layer.querySelectorAll(selector)].filter((e) => e.checkVisibility())
      .map((e) => e.querySelector("use")?.getAttribute("href") ?? "more");
    const told = uses(".legend .sign, .legend .more");
    return uses(".map .sign, .map .more").filter((mark) => !told.includes(mark));
  })`;
});

it("the grid of what is free is closed at the right and below", async () => {
  await withPage({}, async (page) => {
    await page.setContent(await documentOf(caseOf("an empty store")));
    const region = await page.evaluate(
      `getComputedStyle(document.querySelector(".region")).boxShadow`,
    );
    expect(region).toContain("-1px -1px 0px 0px inset");
    expect(await page.locator(".small-map p").textContent()).toBe("the whole layer");
  });
});

/** Runs in the page, where elements are. */
const TIERS = (texts: unknown[]): (string | undefined)[] =>
  (texts as { querySelector: (selector: string) => { textContent: string } | null }[]).map(
    (text) =>
      (text.querySelector(".tier") ?? text.querySelector(".time"))?.textContent.split(" ")[0],
  );
