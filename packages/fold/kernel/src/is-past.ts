import type { Instant } from "@fold/contracts";

/**
 * Whether `now` is after a time; what has no time is never past. This is overdue, and stale.
 * Instants compare as text, for they all have one form.
 */
export function isPast(time: Instant | null, now: Instant): boolean {
  return time !== null && now > time;
}
