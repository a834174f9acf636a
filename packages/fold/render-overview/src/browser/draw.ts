/** Draws a picture: laid out by the browser, measured, verified, and only then taken. */
import { Failure } from "../failure.js";
import type { Fonts } from "../fonts/fonts.js";
import { preparePage } from "../html/prepare.js";
import { COLUMN, SHEET } from "../html/style-sheet.js";
import type { Picture, PictureLayer } from "../picture/picture.js";
import type { Language } from "../words/languages.js";
import { type Measured, type MeasuredSheet, measureScript, turnScript } from "./in-page.js";
import type { Canvas } from "./start-browser.js";
import { verifySheet } from "./verify.js";

export interface DrawnPage {
  readonly png: Uint8Array;
  readonly layer: PictureLayer;
  /** Null on a page that only continues the details. */
  readonly measured: MeasuredSheet | null;
  /** 1-based, among the pages of its layer. */
  readonly pageOfLayer: number;
  /** CSS pixels; a page is as high as what stands on it. */
  readonly height: number;
}

export interface Drawing {
  readonly pages: readonly DrawnPage[];
  readonly prepared: ReturnType<typeof preparePage>;
}

/** Texts that do not fit although they should are taken out; after so many rounds that is a fault. */
const ROUNDS = 3;

export async function draw(
  picture: Picture,
  {
    canvas,
    fonts,
    lang,
    signal,
  }: {
    readonly canvas: Canvas;
    readonly fonts: Fonts;
    readonly lang: Language;
    readonly signal: AbortSignal | undefined;
  },
): Promise<Drawing> {
  const { page } = canvas;
  canvas.takeRequests();
  const squeezed = new Map<string, number>();
  for (let round = 1; ; round += 1) {
    const prepared = preparePage(picture, { fonts, lang, squeezed, mode: "sheets" });
    await canvas.step(page.setContent(prepared.document, { waitUntil: "load" }));
    const measured = (await canvas.step(page.evaluate(measureScript(COLUMN)))) as Measured;
    if (measured.failedFonts.length > 0) {
      throw new Failure("fonts", `The browser refused the font ${measured.failedFonts[0]}.`);
    }
    const over = overflowing(picture, measured);
    if (over.length > 0 && round < ROUNDS) {
      for (const key of over) squeezed.set(key, (squeezed.get(key) ?? 0) + 1);
      continue;
    }
    picture.layers.forEach((layer, index) => {
      verifySheet(layer, sheetAt(measured, index));
    });
    const pages = await shoot(picture, measured, { canvas, prepared, signal });
    const requests = canvas.takeRequests();
    if (requests.length > 0) {
      throw new Failure("verify", `The page asked for ${requests[0]}, and may ask for nothing.`);
    }
    return { pages, prepared };
  }
}

function overflowing(picture: Picture, measured: Measured): readonly string[] {
  return picture.layers.flatMap(({ key, entries }, index) =>
    sheetAt(measured, index).overflowing.flatMap((number) => {
      const found = entries.find(({ entry }) => entry.rank === number);
      return found === undefined ? [] : [`${key}/${found.entry.id}`];
    }),
  );
}

function sheetAt(measured: Measured, index: number): MeasuredSheet {
  const sheet = measured.sheets[index];
  if (sheet === undefined) throw new Failure("verify", `The sheet ${index + 1} was not drawn.`);
  return sheet;
}

/** The page with the map shows the first column of the details; each further page shows the next. */
async function shoot(
  picture: Picture,
  measured: Measured,
  {
    canvas,
    prepared,
    signal,
  }: {
    readonly canvas: Canvas;
    readonly prepared: ReturnType<typeof preparePage>;
    readonly signal: AbortSignal | undefined;
  },
): Promise<readonly DrawnPage[]> {
  const plan = picture.layers.flatMap((layer, sheet) => {
    const { columns } = sheetAt(measured, sheet);
    const further = Math.max(0, Math.ceil((columns.length - 1) / COLUMN.perPage));
    return Array.from({ length: 1 + further }, (_, turn) => {
      const columnsBefore = turn === 0 ? 0 : 1 + (turn - 1) * COLUMN.perPage;
      const count = turn === 0 ? 1 : COLUMN.perPage;
      return {
        layer,
        sheet,
        turn,
        columnsBefore,
        visible: columns.slice(columnsBefore, columnsBefore + count),
      };
    });
  });
  const pages: DrawnPage[] = [];
  for (const [index, { layer, sheet, turn, columnsBefore, visible }] of plan.entries()) {
    signal?.throwIfAborted();
    const { page, continued } = prepared.words;
    const words = page(index + 1, plan.length);
    const pitch = COLUMN.width + COLUMN.gap;
    const bottoms = visible.map(({ bottom }) => bottom);
    const left = turn === 0 ? sheetAt(measured, sheet).leftBottom : 0;
    const height = Math.ceil(Math.max(SHEET.heightMin, left, ...bottoms) + SHEET.margin);
    const said = visible.map(({ continues }) => (continues === null ? "" : continued(continues)));
    const script = turnScript({ sheet, columnsBefore, pitch, words, continued: said, height });
    await canvas.step(canvas.page.evaluate(script));
    const clip = { x: 0, y: 0, width: SHEET.width, height };
    const fullPage = height > SHEET.height;
    const png = await canvas.step(
      canvas.page.screenshot({ type: "png", scale: "device", clip, fullPage }),
    );
    pages.push({
      png,
      layer,
      measured: turn === 0 ? sheetAt(measured, sheet) : null,
      pageOfLayer: turn + 1,
      height,
    });
  }
  return pages;
}
