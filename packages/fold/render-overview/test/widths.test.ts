/** The page in windows of every width: the whole map, exact areas, letters that stay in their boxes. */
import { expect, it } from "vitest";
import { caseOf, pageOf, withPage } from "./support/pages.js";

const WIDTHS = [320, 600, 1024, 1280, 1366, 1400, 1920, 2560, 3000];
const LETTERS_MIN = 10;

interface Seen {
  readonly pageWidth: number;
  readonly frame: number;
  readonly map: Rect;
  readonly boxes: readonly Rect[];
  /** What lies outside the window, or outside the map. */
  readonly outside: readonly string[];
  readonly overflowing: readonly string[];
  readonly letters: number;
}

interface Rect {
  readonly x: number;
  readonly width: number;
  readonly height: number;
}

it.each([
  "all the diff marks at once",
  "all the diff marks in Chinese",
  "overdue and stale everything",
  "a budget that grew within a box",
  "a filter over what changed",
  "64 XXS of 1024",
  "every tier of 1024",
  "layers below the depth",
  "ids of 128 characters",
])("the map of %s is whole and exact at any width", async (name) => {
  const { document, manifest } = await pageOf(caseOf(name));
  const wanted = manifest.pages.flatMap(({ boxes }) => boxes);
  await withPage({}, async (page) => {
    await page.setContent(document);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const seen = (await page.evaluate(LOOK)) as Seen;
      expect([width, seen.pageWidth, seen.outside, seen.overflowing]).toEqual([
        width,
        width,
        [],
        [],
      ]);
      expect(seen.letters).toBeGreaterThanOrEqual(LETTERS_MIN);
      expect(seen.map.width).toBeGreaterThan(Math.min(1024, seen.frame) - 32);
      const whole = seen.map.width * seen.map.height;
      const wrong = seen.boxes.filter((box, at) => {
        const { w = 0, h = 0 } = wanted[at] ?? {};
        const share = (w * h) / (1024 * 640);
        return Math.abs((box.width * box.height) / whole / share - 1) > 0.001;
      });
      expect([width, wrong]).toEqual([width, []]);
      expect(seen.boxes).toHaveLength(wanted.length);
    }
  });
});

const LOOK = `(() => {
  const rect = (e) => { const { x, y, width, height } = e.getBoundingClientRect(); return { x, y, width, height }; };
  const isSeen = (e) => e.checkVisibility() && !e.closest(".unseen") && e.getClientRects().length > 0;
  const maps = [...document.querySelectorAll(".map")];
  const outside = maps.flatMap((map) => {
    const edge = map.getBoundingClientRect();
    return [...map.querySelectorAll("*")].filter(isSeen).filter((e) => {
      const r = e.getBoundingClientRect();
      return r.left < -0.5 || r.right > innerWidth + 0.5 || r.right > edge.right + 0.5 ||
        r.bottom > edge.bottom + 0.5 || r.left < edge.left - 0.5;
    }).map((e) => e.className + " " + e.textContent);
  });
  const slack = (e) => e.classList.contains("fit") ? parseFloat(getComputedStyle(e).lineHeight) / 2 : 1;
  const isOver = (e) =>
    e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + slack(e);
  const overflowing = [...document.querySelectorAll(".map .text, .map .fit, .map .veil, .top, .legend li")]
    .filter(isSeen).filter(isOver).map((e) => e.className + " " + e.textContent);
  const holders = [...document.querySelectorAll(".map .text")].filter(isSeen);
  const feet = holders.filter((text) => {
    const foot = text.querySelector(".foot");
    const above = text.querySelector(".summary") ?? text.querySelector(".title");
    return foot && above && above.getBoundingClientRect().bottom > foot.getBoundingClientRect().top + 4;
  }).map((text) => "foot " + text.textContent);
  const letters = Math.min(...[...document.querySelectorAll(".map *")].filter(isSeen)
    .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== ""))
    .map((e) => parseFloat(getComputedStyle(e).fontSize)));
  return {
    pageWidth: document.documentElement.scrollWidth,
    frame: document.querySelector(".frame").getBoundingClientRect().width,
    map: rect(maps[0]),
    boxes: [...document.querySelectorAll(".map .box")].map(rect),
    outside,
    overflowing: [...overflowing, ...feet],
    letters: Number.isFinite(letters) ? letters : 99,
  };
})()`;
