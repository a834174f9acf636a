/** What was drawn, as data: for tools that use the picture, and for whoever doubts it. */
import { createHash } from "node:crypto";
import type { OverviewSelection, RenderRequest } from "@fold/contracts";
import type { DrawnPage } from "../browser/draw.js";
import type { PreparedPage } from "../html/prepare.js";
import { SHEET } from "../html/style-sheet.js";
import type { Rect } from "../layout/lay-out.js";
import type { Mark } from "../picture/marks.js";
import type { LayerNotDrawn } from "../picture/not-drawn.js";
import type { Picture, PictureLayer } from "../picture/picture.js";
import type { OutputFile } from "./output-folder.js";

/** Pixels of the layout, from the corner of the map. */
export interface ManifestRect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface ManifestBox extends ManifestRect {
  readonly id: string;
  readonly share: number;
  /** Drawn with its text; else a blank box of the same area. */
  readonly shown: boolean;
  /** Elsewhere than at the baseline, though unchanged. */
  readonly moved: boolean;
  /** What changed since the baseline, of the entry or, as `inside`, in the layer that it carries. */
  readonly changes: readonly Mark["mark"][];
}

export interface ManifestPage {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Null is the root. */
  readonly layer: string | null;
  readonly path: readonly string[];
  readonly budget: number;
  /** The budget at the baseline, where it was another one, and the area that stands for it. */
  readonly before:
    | (ManifestRect & {
        readonly budget: number;
      })
    | null;
  readonly used: number;
  readonly free: number;
  /** 1 has the map; the pages after it continue the details. */
  readonly page_of_layer: number;
  /** CSS pixels; null in a page, which is as high as its window makes it. */
  readonly height: number | null;
  /** Pixels of the layout, from the corner of the map; empty on pages without a map. */
  readonly boxes: readonly ManifestBox[];
  readonly unit_area: number;
  readonly free_area: number;
  readonly hidden_area: number;
}

/** What a selection leaves out. Units of two layers are not alike, so each layer has its own sum. */
export interface ManifestHidden {
  readonly entries: number;
  /** Of the attention of the whole, an exact fraction in lowest terms. */
  readonly attention: string;
  readonly layers: readonly {
    readonly layer: string | null;
    readonly entries: number;
    readonly units: number;
    readonly budget: number;
    readonly changed: number;
  }[];
}

export interface Manifest {
  readonly schema: "fold.overview/1";
  readonly source_event_seq: number;
  readonly revision: number;
  readonly now: string;
  readonly lang: "en" | "zh";
  readonly format: "png" | "html";
  readonly baseline: { readonly event_seq: number; readonly revision: number } | null;
  readonly selection: OverviewSelection & {
    readonly hidden: ManifestHidden;
  };
  /** Changes since the baseline of what is not drawn with its text; the id null is the whole. */
  readonly changes_left_out: Picture["changesLeftOut"];
  /** Carried by an entry that is drawn or left out, and without a picture of their own. */
  readonly layers_not_drawn: readonly LayerNotDrawn[];
  /** Notes that wait: all, those on the whole, and those on what is not drawn with its text. */
  readonly notes: {
    readonly pending: number;
    readonly on_the_whole: number;
    readonly not_drawn: number;
  };
  readonly moved_text: PreparedPage["movedText"];
  readonly size: { readonly width: number; readonly height: number; readonly scale: number } | null;
  readonly pages: readonly ManifestPage[];
  readonly fonts: readonly string[];
  /** Signs that no font has, as `U+XXXX`. They stand in the text as such. */
  readonly signs_without_font: readonly string[];
  readonly browser: { readonly name: string; readonly version: string } | null;
}

/** Pictures, or one page, with their names and their manifest. */
export function pngOutput(
  request: RenderRequest,
  picture: Picture,
  drawn: {
    readonly pages: readonly DrawnPage[];
    readonly prepared: PreparedPage;
    readonly browser: { readonly name: string; readonly version: string };
  },
): { readonly files: readonly OutputFile[]; readonly manifest: Manifest } {
  const files = drawn.pages.map(({ png }, index) => ({
    name: `overview-${request.view.event_seq}-${index + 1}.png`,
    bytes: png,
  }));
  const pages = drawn.pages.map(({ layer, measured, pageOfLayer, height }, index) => {
    const file = files[index];
    const boxes = (measured?.boxes ?? []).map((box) => ({ ...box, rank: box.number }));
    return pageOf(layer, {
      file: file?.name ?? "",
      bytes: file?.bytes ?? new Uint8Array(),
      pageOfLayer,
      height,
      boxes,
      frame: measured?.frame ?? null,
      freeArea: sum(measured?.free ?? []),
    });
  });
  const base = common(request, picture, drawn.prepared);
  const size = { width: SHEET.width, height: SHEET.height, scale: SHEET.scale };
  return { files, manifest: { ...base, size, pages, browser: drawn.browser } };
}

/** The page that needs no browser: its boxes are those of the layout, which its styles state. */
export function htmlOutput(
  request: RenderRequest,
  picture: Picture,
  prepared: PreparedPage,
): { readonly files: readonly OutputFile[]; readonly manifest: Manifest } {
  const name = `overview-${request.view.event_seq}.html`;
  const bytes = Buffer.from(prepared.document, "utf8");
  const pages = picture.layers.map((layer) =>
    pageOf(layer, {
      file: name,
      bytes,
      pageOfLayer: 1,
      height: null,
      boxes: layer.entries.map(({ entry, box }) => ({ ...box, rank: entry.rank })),
      frame: layer.layout.baselineRegion,
      freeArea: sum(layer.layout.free),
    }),
  );
  const base = common(request, picture, prepared);
  return { files: [{ name, bytes }], manifest: { ...base, size: null, pages, browser: null } };
}

interface Sized {
  readonly width: number;
  readonly height: number;
}

function pageOf(
  { layer, layout, entries, budgetThen }: PictureLayer,
  {
    file,
    bytes,
    pageOfLayer,
    height,
    boxes,
    frame,
    freeArea,
  }: {
    readonly file: string;
    readonly bytes: Uint8Array;
    readonly pageOfLayer: number;
    readonly height: number | null;
    readonly boxes: readonly (Rect & { readonly rank: number })[];
    readonly frame: Rect | null;
    readonly freeArea: number;
  },
): ManifestPage {
  const byRank = new Map(entries.map((entry) => [entry.entry.rank, entry]));
  const listed = boxes.flatMap((box): ManifestBox[] => {
    const found = byRank.get(box.rank);
    if (found === undefined) return [];
    const { entry, isShown, box: planned, marks } = found;
    return [
      {
        id: entry.id,
        share: entry.share,
        shown: isShown,
        moved: planned.isMoved,
        changes: marks.map(({ mark }) => mark),
        ...rectOf(box),
      },
    ];
  });
  return {
    file,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.byteLength,
    layer: layer.id,
    path: layer.path,
    budget: layer.budget,
    before: budgetThen === null || frame === null ? null : { budget: budgetThen, ...rectOf(frame) },
    used: layer.used,
    free: layer.free,
    page_of_layer: pageOfLayer,
    height,
    boxes: listed,
    unit_area: layout.unitArea,
    free_area: freeArea,
    hidden_area: sum(
      listed.filter(({ shown }) => !shown).map(({ w, h }) => ({ width: w, height: h })),
    ),
  };
}

function common(request: RenderRequest, picture: Picture, prepared: PreparedPage) {
  const { view, diff, lang, format = "png" } = request;
  const { selection, layers, notesBeside } = picture;
  return {
    schema: "fold.overview/1",
    source_event_seq: view.event_seq,
    revision: view.revision,
    now: view.now,
    lang,
    format,
    baseline:
      diff === null ? null : { event_seq: diff.from.event_seq, revision: diff.from.revision },
    selection: {
      kinds: selection.kinds,
      min_tier: selection.min_tier,
      top: selection.top,
      hidden: hiddenOf(layers),
    },
    changes_left_out: picture.changesLeftOut,
    layers_not_drawn: layers.flatMap(({ layersNotDrawn }) => layersNotDrawn),
    notes: {
      pending: view.pending_total,
      on_the_whole: notesBeside.onTheWhole,
      not_drawn: notesBeside.count - notesBeside.onTheWhole,
    },
    moved_text: prepared.movedText,
    fonts: prepared.faces.map(({ family, subset }) => `${family}/${subset}`),
    signs_without_font: prepared.signsWithoutFont.map(
      (code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
    ),
  } as const;
}

function rectOf({ x, y, width, height }: Rect): ManifestRect {
  return { x, y, w: width, h: height };
}

function hiddenOf(layers: readonly PictureLayer[]): ManifestHidden {
  const boxes = layers.flatMap(({ entries }) => entries.filter(({ isShown }) => !isShown));
  return {
    entries: boxes.length,
    attention: sumOfFractions(boxes.map(({ entry }) => entry.attention)),
    layers: layers
      .filter(({ hidden }) => hidden.count > 0)
      .map(({ layer, hidden: { count, units, changed } }) => {
        return { layer: layer.id, entries: count, units, budget: layer.budget, changed };
      }),
  };
}

/** In lowest terms: denominators are powers of two. */
function sumOfFractions(fractions: readonly string[]): string {
  let [above, below] = [0n, 1n];
  for (const fraction of fractions) {
    const [numerator = "0", denominator = "1"] = fraction.split("/");
    const [a, b] = [BigInt(numerator), BigInt(denominator)];
    above = above * b + a * below;
    below *= b;
    while (above % 2n === 0n && below % 2n === 0n) {
      above /= 2n;
      below /= 2n;
    }
  }
  return `${above}/${below}`;
}

function sum(rects: readonly Sized[]): number {
  return rects.reduce((area, { width, height }) => area + width * height, 0);
}
