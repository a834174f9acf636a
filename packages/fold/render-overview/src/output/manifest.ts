/** What was drawn, as data: for tools that use the picture, and for whoever doubts it. */
import { createHash } from "node:crypto";
import type { OverviewSelection, RenderRequest } from "@fold/contracts";
import type { DrawnPage } from "../browser/draw.js";
import type { PreparedPage } from "../html/prepare.js";
import { SHEET } from "../html/style-sheet.js";
import type { Picture, PictureLayer } from "../picture/picture.js";
import type { OutputFile } from "./output-folder.js";

export interface ManifestBox {
  readonly id: string;
  readonly share: number;
  /** Drawn with its text; else a blank box of the same area. */
  readonly shown: boolean;
  /** Elsewhere than at the baseline, though unchanged. */
  readonly moved: boolean;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface ManifestPage {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Null is the root. */
  readonly layer: string | null;
  readonly path: readonly string[];
  readonly budget: number;
  readonly used: number;
  readonly free: number;
  /** 1 has the map; the pages after it continue the details. */
  readonly page_of_layer: number;
  /** Pixels of the layout, from the corner of the map; empty on pages without a map. */
  readonly boxes: readonly ManifestBox[];
  readonly unit_area: number;
  readonly free_area: number;
  readonly hidden_area: number;
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
    readonly hidden: { readonly entries: number; readonly units: number };
  };
  /** Changes since the baseline of what is not drawn with its text. */
  readonly changes_left_out: Picture["changesLeftOut"];
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
  const pages = drawn.pages.map(({ layer, measured, pageOfLayer }, index) => {
    const file = files[index];
    const boxes = (measured?.boxes ?? []).map((box) => ({ ...box, rank: box.number }));
    return pageOf(layer, {
      file: file?.name ?? "",
      bytes: file?.bytes ?? new Uint8Array(),
      pageOfLayer,
      boxes,
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
      boxes: layer.entries.map(({ entry, box }) => ({ ...box, rank: entry.rank })),
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
  { layer, layout, entries }: PictureLayer,
  {
    file,
    bytes,
    pageOfLayer,
    boxes,
    freeArea,
  }: {
    readonly file: string;
    readonly bytes: Uint8Array;
    readonly pageOfLayer: number;
    readonly boxes: readonly (Sized & {
      readonly x: number;
      readonly y: number;
      readonly rank: number;
    })[];
    readonly freeArea: number;
  },
): ManifestPage {
  const byRank = new Map(entries.map((entry) => [entry.entry.rank, entry]));
  const listed = boxes.flatMap(({ rank, x, y, width, height }): ManifestBox[] => {
    const found = byRank.get(rank);
    if (found === undefined) return [];
    const { entry, isShown, box } = found;
    return [
      {
        id: entry.id,
        share: entry.share,
        shown: isShown,
        moved: box.isMoved,
        x,
        y,
        w: width,
        h: height,
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
    used: layer.used,
    free: layer.free,
    page_of_layer: pageOfLayer,
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
  const { selection, layers } = picture;
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
      hidden: {
        entries: layers.reduce((count, { hidden }) => count + hidden.count, 0),
        units: layers.reduce((count, { hidden }) => count + hidden.units, 0),
      },
    },
    changes_left_out: picture.changesLeftOut,
    moved_text: prepared.movedText,
    fonts: prepared.faces.map(({ family, subset }) => `${family}/${subset}`),
    signs_without_font: prepared.signsWithoutFont.map(
      (code) => `U+${code.toString(16).toUpperCase().padStart(4, "0")}`,
    ),
  } as const;
}

function sum(rects: readonly Sized[]): number {
  return rects.reduce((area, { width, height }) => area + width * height, 0);
}
