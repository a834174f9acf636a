/** Which closed entries somebody put aside, so that they do not come back by themselves. */
import type { ClosedEntryView } from "@fold/contracts";

/** A withdrawn entry comes back by itself unless somebody put it aside. */
export function isPutAside(entry: ClosedEntryView, now: string): boolean {
  const { status, reason } = entry;
  if (status !== "withdrawn" || reason === null) return false;
  switch (reason.code) {
    case "done":
    case "obsolete":
      return false;
    case "deferred":
      return isDeferred(entry, now);
    case "mistaken":
    case "delegated":
    case "other":
      // git-desk never withdraws with these, so somebody else did, and meant it.
      return true;
    default:
      return reason.code satisfies never;
  }
}

/** Whether it was put aside until a time that has not come, and may be asked back. */
export function isDeferred({ status, reason }: ClosedEntryView, now: string): boolean {
  if (status !== "withdrawn" || reason?.code !== "deferred") return false;
  return reason.until === undefined || reason.until > now;
}
