import type { Instant } from "@fold/contracts";
import { msOf } from "@fold/contracts/values";

/** Whether `now` is after a time; what has no time is never past. This is overdue, and stale. */
export function isPast(time: Instant | null, now: Instant): boolean {
  return time !== null && msOf(now) > msOf(time);
}
