/** Real pictures by a real browser, opened, decoded and counted. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Renderer } from "@fold/contracts";
import { createRenderer, type Manifest } from "@fold/render-overview";
import { PNG } from "pngjs";
import { afterAll, describe, expect, it } from "vitest";
import { type Case, GALLERY } from "./support/gallery.js";
import { decode, type Image } from "./support/png.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-"));
const renderer: Renderer = createRenderer();

afterAll(async () => {
  await renderer.close();
  rmSync(top, { recursive: true, force: true });
});

async function drawn(made: Case, dir: string): Promise<Manifest> {
  const { lang = "en", ...rest } = made;
  const result = await renderer.render({ ...rest, lang, dir });
  expect(result).toMatchObject({ ok: true });
  return JSON.parse(readFileSync(join(dir, "overview.json"), "utf8")) as Manifest;
}

/** Where the map stands on a sheet, in device pixels. */
const MAP = { x: 64, y: 256, scale: 2 };
const PAPER = 0xfbfaf8;
const INK = 0x1d1c1a;

/** Its details would fill fifty pictures; its boxes are counted in the tests of the page. */
const PAGE_ALONE = "1024 XXS of 1024";
const LONG_LEGEND = "a legend that is long";
const DRAWN = Object.entries(GALLERY).filter(([name]) => name !== PAGE_ALONE);

describe("the gallery of hard content", () => {
  it("is read from the pictures as a library for all of PNG reads them", async () => {
    const dir = join(top, "decoded");
    const manifest = await drawn(GALLERY["emoji sequences"]?.() ?? failure(), dir);
    const bytes = readFileSync(join(dir, manifest.pages[0]?.file ?? ""));
    const { width, height, data } = PNG.sync.read(bytes);
    const ours = decode(bytes);
    const pixels = Buffer.alloc(width * height * 4, 255);
    for (let at = 0; at < width * height; at += 1) {
      pixels.writeUIntBE(ours.at(at % width, Math.floor(at / width)), at * 4, 3);
    }
    expect([ours.width, ours.height]).toEqual([width, height]);
    expect(Buffer.compare(pixels, data)).toBe(0);
  });

  it.each(DRAWN)("draws %s", async (name, make) => {
    const dir = join(top, name.replaceAll(/\W+/g, "-"));
    const manifest = await drawn(make(), dir);
    // The renderer has measured and verified each; here the pictures themselves are looked at.
    const withMap = manifest.pages.filter(({ page_of_layer }) => page_of_layer === 1);
    expect(withMap.length).toBeGreaterThan(0);
    for (const page of withMap) {
      const image = decode(readFileSync(join(dir, page.file)));
      expect([image.width, image.height]).toEqual([3200, (page.height ?? 0) * 2]);
      if (name !== LONG_LEGEND) expect(image.height).toBeLessThanOrEqual(2000);
      else if (page.path.length === 0) expect(image.height).toBeGreaterThan(2000);
      expect(edgeFaults(image, page)).toEqual([]);
      expect(lastInk(image)).toBeGreaterThan(image.height * 0.9);
    }
  });
});

describe("what only a picture can show", () => {
  it("a budget that grew: the line of then runs over a box and over what is free", async () => {
    const dir = join(top, "grown");
    const made = GALLERY["a budget that grew within a box"]?.() ?? failure();
    const [page] = (await drawn(made, dir)).pages;
    const image = decode(readFileSync(join(dir, page?.file ?? "")));
    const { x, y, w, h } = page?.before ?? failure();
    expect([x, y, w, h]).toEqual([0, 0, 512, 320]);
    const dashes = (points: readonly (readonly [x: number, y: number])[]): number => {
      const dark = points.filter(
        ([px, py]) => image.at(MAP.x + px * MAP.scale, MAP.y + py * MAP.scale) === INK,
      );
      return dark.length / points.length;
    };
    const steps = Array.from({ length: 100 }, (_, at) => 10 + at);
    // To the right over the box of an entry, below over units that are free.
    expect(dashes(steps.map((at) => [w - 2, at]))).toBeGreaterThan(0.4);
    expect(dashes(steps.map((at) => [w - 10 - at, h - 2]))).toBeGreaterThan(0.4);
  });

  it("an entry that continues in the next column says so above it", async () => {
    const dir = join(top, "continued");
    const manifest = await drawn(GALLERY["a summary of 4 000 characters"]?.() ?? failure(), dir);
    const strips = manifest.pages.map(({ file }) => {
      const image = decode(readFileSync(join(dir, file)));
      return ink(image, { left: 64, right: 1040, upper: 214, lower: 250 });
    });
    // Above the map stands nothing; the column on the next page begins amidst an entry.
    expect(strips[0]).toBe(0);
    expect(strips[1]).toBeGreaterThan(100);
  });
});

describe("two runs on the same state", () => {
  it.each(["all the diff marks at once", "emoji sequences"])(
    "give the same manifest and the same pixels: %s",
    async (name) => {
      const made = GALLERY[name]?.();
      if (made === undefined) throw new Error(`no case ${name}`);
      const first = await drawn(made, join(top, "first"));
      // Another browser, another folder, and the first one again.
      const other = createRenderer();
      const { lang = "en", ...rest } = made;
      const result = await other.render({ ...rest, lang, dir: join(top, "second") });
      await other.close();
      expect(result.ok).toBe(true);
      const second = JSON.parse(readFileSync(join(top, "second", "overview.json"), "utf8"));
      expect(second).toEqual(first);
      expect(await drawn(made, join(top, "first"))).toEqual(first);
      // The manifest names the bytes of each file, so that equal manifests are equal pictures.
      for (const { file, sha256, bytes } of first.pages) {
        const content = readFileSync(join(top, "second", file));
        expect(createHash("sha256").update(content).digest("hex")).toBe(sha256);
        expect(content.length).toBe(bytes);
      }
    },
  );
});

describe("the pages", () => {
  it("are numbered through, each with its layer, and the manifest lists them all", async () => {
    const make = GALLERY["six levels"];
    const manifest = await drawn(make?.() ?? failure(), join(top, "pages"));
    const files = readdirSync(join(top, "pages")).sort();
    expect(files).toEqual([...manifest.pages.map(({ file }) => file), "overview.json"].sort());
    expect(manifest.pages.map(({ file }) => file)).toEqual(
      manifest.pages.map((_, index) => `overview-41-${index + 1}.png`),
    );
    expect(manifest.pages.map(({ path }) => path.length)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("tell what a filter leaves out, and which changes with it", async () => {
    const made = GALLERY["all the diff marks at once"]?.() ?? failure();
    const selection = { kinds: ["none"], min_tier: null, top: null };
    const manifest = await drawn({ ...made, selection }, join(top, "left-out"));
    const units = { layer: null, entries: 7, units: 41, budget: 64, changed: 6 };
    expect(manifest.selection.hidden).toEqual({ entries: 7, attention: "41/64", layers: [units] });
    expect(manifest.changes_left_out.map(({ id }) => id)).toEqual([
      "entry-0",
      "entry-1",
      "entry-2",
      "entry-3",
      "inside",
      "new-1",
      "new-2",
    ]);
    const [page] = manifest.pages;
    expect(page?.hidden_area).toBe(41 * (page?.unit_area ?? 0));
    expect(page?.boxes.every(({ shown }) => !shown)).toBe(true);
  });
});

function failure(): never {
  throw new Error("the case is not there");
}

/**
 * Along the inner edge of each box runs a hair of paper, one device pixel wide, and beside it, except
 * behind text, the box has its own colour: so the box in the picture is as large as its share, within
 * one device pixel.
 */
function edgeFaults(image: Image, page: Manifest["pages"][number]): readonly string[] {
  const isPaper = (x: number, y: number): boolean =>
    image.at(x, y) === PAPER || isOnFrame(x, y, page.before);
  return page.boxes.flatMap(({ id, x, y, w, h, shown }) => {
    const left = MAP.x + x * MAP.scale;
    const upper = MAP.y + y * MAP.scale;
    const right = left + w * MAP.scale - 1;
    const lower = upper + h * MAP.scale - 1;
    const faults: string[] = [];
    for (let at = left; at <= right; at += 1) {
      if (!isPaper(at, upper) || !isPaper(at, lower)) faults.push(`${id} row ${at}`);
    }
    for (let at = upper; at <= lower; at += 1) {
      if (!isPaper(left, at) || !isPaper(right, at)) faults.push(`${id} column ${at}`);
    }
    if (shown && image.at(right - 6, lower - 6) === PAPER) faults.push(`${id} is blank`);
    return faults.slice(0, 1);
  });
}

/** Whether the line of another budget passes there: it lies above the boxes, and not on them alone. */
function isOnFrame(x: number, y: number, frame: Manifest["pages"][number]["before"]): boolean {
  if (frame === null) return false;
  const left = (x - MAP.x) / MAP.scale - frame.x;
  const upper = (y - MAP.y) / MAP.scale - frame.y;
  const depth = Math.min(left, upper, frame.w - left, frame.h - upper);
  return depth >= 0.5 && depth <= 3.5;
}

/** How many device pixels of a part of a picture are not paper. */
function ink(
  image: Image,
  { left, right, upper, lower }: Readonly<Record<"left" | "right" | "upper" | "lower", number>>,
): number {
  let count = 0;
  for (let y = upper; y < lower; y += 1) {
    for (let x = left; x < right; x += 1) if (image.at(x, y) !== PAPER) count += 1;
  }
  return count;
}

/** The lowest row of a picture with anything on it. */
function lastInk(image: Image): number {
  for (let y = image.height - 1; y > 0; y -= 1) {
    if (ink(image, { left: 0, right: image.width, upper: y, lower: y + 1 }) > 0) return y;
  }
  return 0;
}
