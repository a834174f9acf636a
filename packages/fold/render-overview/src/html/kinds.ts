/**
 * One hue and one mark for each well-known kind; any other has a quiet hue and a ring. Lightness and
 * saturation are the same for all, in each scheme, so that no kind shouts: weight is area alone.
 */
import { WELL_KNOWN_KINDS } from "@fold/contracts/values";

type KindName = (typeof WELL_KNOWN_KINDS)[number] | "other";

interface Look {
  /** Behind the text, and for the mark and the word: light scheme, then dark. */
  readonly light: readonly [tint: string, accent: string];
  readonly dark: readonly [tint: string, accent: string];
  /** In a square of 16. */
  readonly mark: string;
}

export const LOOKS: Readonly<Record<KindName, Look>> = {
  decision: {
    light: ["#ede9ff", "#503c8a"],
    dark: ["#2c2740", "#cbc0ff"],
    mark: '<path d="M8 1 15 8 8 15 1 8Z"/>',
  },
  question: {
    light: ["#dcefff", "#004e8e"],
    dark: ["#192d41", "#9ed0ff"],
    mark: '<path d="M4.2 5.6C4.2 3.2 5.9 1.6 8.1 1.6s3.8 1.4 3.8 3.5c0 2.9-3.7 3-3.7 5.6" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/><circle cx="8.1" cy="14" r="1.5"/>',
  },
  blocker: {
    light: ["#ffe4e7", "#83273b"],
    dark: ["#3f2225", "#ffb3bb"],
    mark: '<path fill-rule="evenodd" d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1ZM4.2 6.8v2.4h7.6V6.8Z"/>',
  },
  risk: {
    light: ["#fee8d6", "#7b3800"],
    dark: ["#3b2612", "#f6be8e"],
    mark: '<path d="M8 1.5 15.4 14.5H.6Z"/>',
  },
  commitment: {
    light: ["#d4f5f2", "#00615c"],
    dark: ["#083230", "#80ded7"],
    mark: '<path d="M1.8 8.6 6 12.8 14.2 3.6" fill="none" stroke="currentColor" stroke-width="2.6"/>',
  },
  progress: {
    light: ["#def4e0", "#005e20"],
    dark: ["#1b311e", "#a3dbaa"],
    mark: '<path d="M3 1.5 14.5 8 3 14.5Z"/>',
  },
  finding: {
    light: ["#fce5f6", "#742d68"],
    dark: ["#392334", "#f0b5e2"],
    mark: '<path d="M8 0.5 9.9 6.1 15.5 8 9.9 9.9 8 15.5 6.1 9.9 0.5 8 6.1 6.1Z"/>',
  },
  info: {
    light: ["#e9edf2", "#404f5e"],
    dark: ["#272c31", "#c0ccd9"],
    mark: '<circle cx="8" cy="2.6" r="1.7"/><path d="M5.2 6.2h4.2v6.4h2v2H4.8v-2h2.1V8.2H5.2Z"/>',
  },
  other: {
    light: ["#efede7", "#544d3a"],
    dark: ["#2d2b25", "#d0caba"],
    mark: '<circle cx="8" cy="8" r="5.6" fill="none" stroke="currentColor" stroke-width="2.6"/>',
  },
};

export const KIND_NAMES: readonly KindName[] = [...WELL_KNOWN_KINDS, "other"];

/** Which look a kind has. */
export function lookOf(kind: string): KindName {
  return WELL_KNOWN_KINDS.find((known) => known === kind) ?? "other";
}
