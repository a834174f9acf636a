/** Arithmetic of days on instants. */
import { instantFromMs } from "@fold/contracts/values";

const DAY_MS = 24 * 3600 * 1000;

/** Null if the instant is, or if there is no such instant. */
export function daysAfter(instant: string | null, days: number): string | null {
  return instant === null ? null : instantFromMs(Date.parse(instant) + days * DAY_MS);
}

/** Unknown times are not old. */
export function isOlder(
  instant: string | null,
  { days, now }: { readonly days: number; readonly now: string },
): boolean {
  return instant !== null && Date.parse(now) - Date.parse(instant) > days * DAY_MS;
}
