/** Durations as people say them: the two largest units, signs turned into words. */
import { elapsedBetween, type Instant } from "@fold/contracts/values";
import type { Words } from "./words.js";

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;

/** The length of a duration, without its sign. */
export function lengthWords(duration: string, words: Words): string {
  const [, , days = "0", hours = "0", minutes = "0"] = DURATION.exec(duration) ?? [];
  const parts = [
    { count: Number(days), unit: words.day },
    { count: Number(hours), unit: words.hour },
    { count: Number(minutes), unit: words.minute },
  ];
  const first = parts.findIndex(({ count }) => count > 0);
  if (first === -1) return words.underAMinute;
  return parts
    .slice(first, first + 2)
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}`)
    .join(" ");
}

/** How long ago, from an elapsed duration. */
export function agoWords(elapsed: string, words: Words): string {
  return isUnderAMinute(elapsed) ? words.justNow : words.ago(lengthWords(elapsed, words));
}

/** How long before `now` an instant was. */
export function sinceWords(
  { at, now }: { readonly at: Instant; readonly now: Instant },
  words: Words,
): string {
  return agoWords(elapsedBetween(at, now), words);
}

/** An instant to the second, in UTC. */
export function instantWords(instant: string): string {
  return `${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC`;
}

function isUnderAMinute(duration: string): boolean {
  return !/[DHM]/.test(duration);
}
