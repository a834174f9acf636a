/**
 * What runs inside the browser, as text: it is sent there, past the policy of the page, which itself
 * may run nothing. The shapes of what comes back stand beside it.
 */
import type { Rect } from "../layout/lay-out.js";

export interface MeasuredSheet {
  /** By `data-entry`, in the order of the page; from the corner of the map. */
  readonly boxes: readonly (Rect & { readonly number: number; readonly isHidden: boolean })[];
  readonly free: readonly Rect[];
  /** The numbers of boxes with a text that does not fit. */
  readonly overflowing: readonly number[];
  /** The budget of the baseline, where it was another one, and whether no box hides it. */
  readonly frame: (Rect & { readonly isAbove: boolean; readonly words: string }) | null;
  /** Pixels from the upper edge of the sheet to the lower one of the legend. */
  readonly leftBottom: number;
  /** The columns that the details run through. */
  readonly columns: readonly {
    /** Pixels from the upper edge of the sheet. */
    readonly bottom: number;
    /** What began in an earlier column: its number and title. */
    readonly continues: string | null;
  }[];
  /** Parts of the details that are wider than their column. */
  readonly wide: number;
}

export interface Measured {
  readonly failedFonts: readonly string[];
  readonly sheets: readonly MeasuredSheet[];
}

export function measureScript(column: { readonly width: number; readonly gap: number }): string {
  return `(async () => {
  await document.fonts.ready;
  const failedFonts = [...document.fonts].filter((f) => f.status === "error").map((f) => f.family);
  const sheets = [...document.querySelectorAll(".sheet")].map((sheet) => {
    const map = sheet.querySelector(".map").getBoundingClientRect();
    const place = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x - map.x, y: y - map.y, width, height };
    };
    const boxes = [...sheet.querySelectorAll(".box")].map((box) => ({
      ...place(box), number: Number(box.dataset.entry), isHidden: box.classList.contains("hidden"),
    }));
    // Letters may reach out of their line; a line too many is at least a whole one.
    const slack = (e) => e.classList.contains("fit") ? parseFloat(getComputedStyle(e).lineHeight) / 2 : 1;
    const isOver = (e) =>
      e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + slack(e);
    const overflowing = [...sheet.querySelectorAll(".box:not(.hidden)")].filter((box) => {
      const face = box.querySelector(".text");
      const edge = box.getBoundingClientRect();
      const leaves = [...face.querySelectorAll(".badge, .number, .kind, .tier, .foot span, .sign")];
      return isOver(face) || [...face.querySelectorAll(".fit")].some(isOver) ||
        leaves.some((leaf) => {
          const r = leaf.getBoundingClientRect();
          return r.right > edge.right + 0.5 || r.bottom > edge.bottom + 0.5;
        });
    }).map((box) => Number(box.dataset.entry));
    const flow = sheet.querySelector(".flow");
    const top = sheet.getBoundingClientRect().y;
    const origin = flow.getBoundingClientRect();
    const columns = Array.from(
      { length: Math.round((flow.scrollWidth + ${column.gap}) / ${column.width + column.gap}) },
      () => ({ bottom: 0, continues: null }),
    );
    for (const part of flow.children) {
      [...part.getClientRects()].forEach((rect, fragment) => {
        const at = columns[Math.round((rect.x - origin.x) / ${column.width + column.gap})];
        if (at === undefined) return;
        at.bottom = Math.max(at.bottom, rect.bottom - top);
        if (fragment === 0 || at.continues !== null) return;
        const heading = part.querySelector("h3");
        const words = heading && (heading.querySelector(".title") ? [...heading.querySelectorAll(".number, .title")] : [heading]);
        at.continues = words && words.map((e) => e.textContent).join(" ");
      });
    }
    const line = sheet.querySelector(".then");
    const last = sheet.querySelector(".boxes");
    const frame = line && {
      ...place(line),
      isAbove: Boolean(last.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING),
      words: sheet.querySelector(".badge.budget")?.textContent ?? "",
    };
    const leftBottom = sheet.querySelector(".legend").getBoundingClientRect().bottom - top;
    const wide = [...flow.querySelectorAll("*")].filter((e) => !(e instanceof SVGElement) &&
      [...e.getClientRects()].some((r) => r.width > ${column.width} + 1)).length;
    return { boxes, free: [...sheet.querySelectorAll(".frees > .free")].map(place), overflowing, frame, leftBottom, columns, wide };
  });
  return { failedFonts, sheets };
})()`;
}

/** Shows one page of one sheet and hides all others. `words` is our own text. */
export function turnScript({
  sheet,
  columnsBefore,
  pitch,
  words,
  continued,
  height,
}: {
  readonly sheet: number;
  /** 0 on the page with the map. */
  readonly columnsBefore: number;
  readonly pitch: number;
  readonly words: string;
  /** By column of the page, what began earlier; from the details, so it is text, never markup. */
  readonly continued: readonly string[];
  /** Pixels of the sheet. */
  readonly height: number;
}): string {
  return `(() => {
  document.querySelectorAll(".sheet").forEach((element, index) => {
    element.hidden = index !== ${sheet};
    if (index !== ${sheet}) return;
    element.classList.toggle("turned", ${columnsBefore} > 0);
    element.style.setProperty("--shift", "${columnsBefore * pitch}px");
    element.style.height = "${height}px";
    const continued = ${JSON.stringify(continued)};
    element.querySelectorAll(".continued p").forEach((p, index) => {
      p.style.left = index * ${pitch} + "px";
      p.textContent = continued[index] ?? "";
    });
    element.querySelector(".page-number").textContent = ${JSON.stringify(words)};
  });
})()`;
}
