/** Durations as people say them: the largest units, the sign left to the words around them. */
import type { Words } from "../words/words.js";

const DURATION = /^-?P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** In two units unless asked for one. */
export function lengthWords(duration: string, words: Words, units: 1 | 2 = 2): string {
  const [, days = "0", hours = "0", minutes = "0"] = DURATION.exec(duration) ?? [];
  const parts = [
    { count: Number(days), unit: words.day },
    { count: Number(hours), unit: words.hour },
    { count: Number(minutes), unit: words.minute },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return words.underAMinute;
  // Beyond ten days the hours say nothing.
  const shown = (parts[0]?.count ?? 0) >= 10 ? 1 : units;
  return parts
    .slice(first, first + shown)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(" ");
}

/** An instant to the minute, in UTC. */
export function instantWords(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
}
