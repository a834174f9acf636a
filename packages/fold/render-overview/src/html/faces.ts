/**
 * A map of a page is as wide as its window lets it be; its areas follow, its letters do not. So what
 * stands in a box is planned for some widths, and each is shown from its width up to the next one: a
 * box is never smaller than its text was planned for.
 */
import { html, type Markup } from "./markup.js";

/** Pixels of the whole map; multiples of 32, so that a unit of 1 024 is a whole number of them. */
export const PAGE_WIDTHS: readonly number[] = [288, 416, 576, 832, 1024];

/** A sheet has one size. */
export const SHEET_WIDTHS: readonly number[] = [1024];

/** What the map is laid out for. */
const FULL_WIDTH = 1024;

export interface Face {
  /** Which of the widths it is for, as classes. */
  readonly classes: string;
  readonly content: Markup;
}

/** The same content at several widths is one face; where there is nothing to show there is none. */
export function facesOf(
  widths: readonly number[],
  make: (factor: number) => Markup | null,
): readonly Face[] {
  const faces: { content: Markup; classes: string[] }[] = [];
  for (const [index, width] of widths.entries()) {
    const content = make(width / FULL_WIDTH);
    if (content === null) continue;
    const name = `f${index}`;
    const same = faces.find((face) => face.content.text === content.text);
    if (same === undefined) faces.push({ content, classes: [name] });
    else same.classes.push(name);
  }
  return faces.map(({ content, classes }) => ({ content, classes: classes.join(" ") }));
}

/** Shows each face where the map is as wide as it was planned for. */
export const FACE_STYLE: string = [
  ".frame .face-of{display:none}",
  ...PAGE_WIDTHS.map((width, index) => {
    const next = PAGE_WIDTHS[index + 1];
    const least = index === 0 ? [] : [`(width>=${width}px)`];
    const most = next === undefined ? [] : [`(width<${next}px)`];
    return `@container map ${[...least, ...most].join(" and ")}{.frame .f${index}{display:block}}`;
  }),
].join("\n");

/** Of a rectangle of the layout, to be scaled with the map. */
export function placeOf({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): string {
  return `--x:${x};--y:${y};--w:${width};--h:${height}`;
}

/** A span for each face, with a class of its own. */
export function spansOf(
  name: string,
  widths: readonly number[],
  make: (factor: number) => string | null,
): readonly Markup[] {
  const faces = facesOf(widths, (factor) => {
    const text = make(factor);
    return text === null ? null : html`${text}`;
  });
  return faces.map(
    ({ classes, content }) => html`<span class="${name} face-of ${classes}">${content}</span>`,
  );
}
