/** Every word of a brief. A language is one table of this shape; the compiler sees it complete. */
import type { DeclaredField, EntryStatus, Reason, WELL_KNOWN_KINDS } from "@fold/contracts";

export interface Words {
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly underAMinute: string;
  readonly justNow: string;
  readonly ago: (length: string) => string;
  /** Sets a remark apart. */
  readonly aside: (remark: string) => string;
  readonly none: string;
  /** Joins the facts of one line. */
  readonly comma: string;
  readonly colon: string;
  readonly kinds: Readonly<Record<(typeof WELL_KNOWN_KINDS)[number], string>>;
  readonly fields: Readonly<Record<DeclaredField, string>>;
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly reasons: Readonly<Record<Reason["code"], string>>;

  readonly rootHeading: (usage: Usage) => string;
  readonly layerHeading: (id: string, usage: Usage) => string;
  readonly path: (ids: string) => string;
  readonly entryCount: (count: number) => string;
  readonly position: (at: { readonly revision: number; readonly event_seq: number }) => string;
  readonly asOf: (now: string) => string;
  readonly lastCheck: (ago: string) => string;
  readonly neverChecked: string;
  readonly emptyStore: readonly string[];
  readonly emptyLayer: string;

  readonly ofTheWhole: (fraction: string) => string;
  readonly dueIn: (length: string) => string;
  readonly dueNow: string;
  readonly overdueBy: (length: string) => string;
  readonly holdsFor: (length: string) => string;
  readonly staleSince: (length: string) => string;
  readonly staleNow: string;
  readonly id: (id: string) => string;
  readonly owner: (actor: string) => string;
  readonly declared: (ago: string) => string;
  readonly changed: (ago: string) => string;
  readonly sources: (count: number, origins: string) => string;
  readonly moreCharacters: (count: number) => string;
  readonly inside: (usage: Usage) => string;
  readonly insideNotShown: (id: string, usage: Usage) => string;

  readonly pendingNote: (note: NoteHead) => string;
  readonly acknowledgedNote: (note: AcknowledgedNote) => string;
  /** Before what the agent noted when it acknowledged. */
  readonly reply: string;
  readonly moreNotes: (count: number, pending: number) => string;
  readonly onTheWhole: string;
  readonly onEntry: (id: string) => string;
  readonly shownOn: (written: string, shown: string) => string;
  readonly pendingHeading: (total: number, shownAbove: number) => string;
  readonly andMore: (count: number) => string;
  readonly dueBackHeading: (total: number) => string;
  readonly putOffUntil: (until: string, ago: string) => string;
  readonly readOnly: string;
  readonly warning: (text: string) => string;

  readonly closed: (status: string, ago: string) => string;
  readonly until: (instant: string) => string;
  readonly successor: (id: string) => string;
  readonly closedWith: (id: string) => string;
  readonly sourceHeading: (count: number) => string;

  readonly diffHeading: (diff: DiffSpan) => string;
  readonly opened: (count: number) => string;
  readonly closedHeading: (count: number) => string;
  readonly changedHeading: (count: number) => string;
  readonly rootBudget: (before: number, after: number) => string;
  readonly notesSaved: (count: number) => string;
  readonly notesAcknowledged: (count: number) => string;
  readonly transient: (count: number) => string;
  readonly noDifference: string;
}

export interface DiffSpan {
  readonly from: { readonly revision: number; readonly event_seq: number };
  readonly to: { readonly revision: number; readonly event_seq: number };
}

export interface Usage {
  readonly used: number;
  readonly budget: number;
  readonly free: number;
  readonly entryCount: number;
}

export interface NoteHead {
  readonly id: string;
  readonly actor: string;
  readonly ago: string;
  /** Where it stands, if the place is not plain from the lines above. */
  readonly place: string | null;
}

export interface AcknowledgedNote extends NoteHead {
  readonly by: string;
  readonly acknowledgedAgo: string;
}
