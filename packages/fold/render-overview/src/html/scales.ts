/** How large things are in a box of some size, in pixels: for what has room, and for the styles alike. */
export interface Scale {
  readonly name: "hero" | "large" | "medium" | "small" | "tiny";
  readonly pad: number;
  readonly head: number;
  readonly headSize: number;
  /** Above the title. */
  readonly gap: number;
  readonly title: number;
  readonly titleLine: number;
  readonly titleLines: number;
  readonly badge: number;
  readonly badgeSize: number;
  readonly text: number;
  readonly textLine: number;
}

export const SCALES: Readonly<Record<Scale["name"], Scale>> = {
  hero: {
    name: "hero",
    pad: 20,
    head: 24,
    headSize: 15,
    title: 32,
    titleLine: 39,
    titleLines: 4,
    badge: 28,
    badgeSize: 15,
    text: 16,
    textLine: 24,
    gap: 6,
  },
  large: {
    name: "large",
    pad: 13,
    head: 20,
    headSize: 13,
    title: 21,
    titleLine: 27,
    titleLines: 5,
    badge: 24,
    badgeSize: 13,
    text: 13.5,
    textLine: 20,
    gap: 4,
  },
  medium: {
    name: "medium",
    pad: 10,
    head: 18,
    headSize: 12,
    title: 16,
    titleLine: 21,
    titleLines: 5,
    badge: 21,
    badgeSize: 12,
    text: 12.5,
    textLine: 18,
    gap: 2,
  },
  small: {
    name: "small",
    pad: 6,
    head: 16,
    headSize: 11,
    title: 12,
    titleLine: 15,
    titleLines: 8,
    badge: 18,
    badgeSize: 11,
    text: 11,
    textLine: 15,
    gap: 0,
  },
  tiny: {
    name: "tiny",
    pad: 3,
    head: 14,
    headSize: 10,
    title: 10,
    titleLine: 12,
    titleLines: 6,
    badge: 14,
    badgeSize: 10,
    text: 10,
    textLine: 12,
    gap: 0,
  },
};

/** Each scale as a class with its sizes as properties. */
export const SCALE_STYLE: string = Object.values(SCALES)
  .map(
    (scale) =>
      `.${scale.name}{--pad:${scale.pad}px;--head:${scale.head}px;--head-size:${scale.headSize}px;--gap:${scale.gap}px;--title:${scale.title}px;--title-line:${scale.titleLine}px;--badge:${scale.badge}px;--badge-size:${scale.badgeSize}px;--text:${scale.text}px;--text-line:${scale.textLine}px}`,
  )
  .join("\n");
