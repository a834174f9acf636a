/** Every word of an overview. A language is one table of this shape; the compiler sees it complete. */
import type { EntryStatus, Reason, WELL_KNOWN_KINDS } from "@fold/contracts";

/** The marks that say what a colour alone may not. */
export type SymbolName =
  | "clock"
  | "wane"
  | "plus"
  | "up"
  | "down"
  | "in"
  | "inside"
  | "pen"
  | "day"
  | "note"
  | "tick"
  | "budget"
  | "nest";

export interface Words {
  /** For the `lang` of the page. */
  readonly tag: string;
  readonly day: string;
  readonly hour: string;
  readonly minute: string;
  readonly underAMinute: string;
  readonly comma: string;
  readonly colon: string;
  readonly kinds: Readonly<Record<(typeof WELL_KNOWN_KINDS)[number], string>>;
  readonly statuses: Readonly<Record<EntryStatus, string>>;
  readonly reasons: Readonly<Record<Reason["code"], string>>;

  readonly title: (eventSeq: number) => string;
  readonly attention: string;
  readonly inside: string;
  readonly used: (used: number, budget: number) => string;
  readonly free: (free: number, budget: number) => string;
  readonly freeShort: string;
  readonly position: (eventSeq: number, revision: number) => string;
  readonly since: (eventSeq: number, revision: number) => string;
  readonly asOf: (now: string) => string;
  readonly page: (page: number, pages: number) => string;
  readonly readOnly: string;

  readonly late: (count: number) => string;
  readonly outOfDate: (count: number) => string;
  readonly newOnes: (count: number) => string;
  readonly changedOnes: (count: number) => string;
  readonly closedOnes: (count: number) => string;
  readonly notesWaiting: (count: number) => string;
  readonly notesOnTheWhole: (count: number) => string;
  readonly notesElsewhere: (count: number) => string;
  /** Changes, or what is late, among what a selection leaves out. */
  readonly changedNotShown: (count: number) => string;
  readonly lateNotShown: (count: number) => string;
  readonly changedElsewhere: (count: number) => string;
  readonly layersNotDrawn: (layers: number, entries: number) => string;
  readonly allQuiet: string;

  readonly overdue: (length: string) => string;
  readonly dueIn: (length: string) => string;
  readonly stale: (length: string) => string;
  readonly holds: (length: string) => string;
  readonly isNew: string;
  readonly isBack: string;
  readonly up: (from: string) => string;
  readonly down: (from: string) => string;
  readonly textChanged: string;
  readonly datesChanged: string;
  readonly insideChanged: string;
  readonly budgetInside: (from: number | null, to: number | null) => string;
  readonly movedLayer: (from: string | null) => string;
  readonly noteNew: string;
  readonly noteAcknowledged: string;
  readonly notes: (count: number) => string;
  readonly layerInside: (used: number, budget: number, entries: number) => string;
  readonly entriesInside: (count: number) => string;
  readonly notShownInside: string;

  readonly notShown: string;
  readonly notShownCount: (entries: number, units: number) => string;
  /** With the sign of the difference. */
  readonly budgetChanged: (from: number, to: number) => string;
  readonly budgetThen: (budget: number, eventSeq: number) => string;
  readonly notShownParts: (changed: number, late: number) => string;
  readonly moreMarks: (count: number) => string;
  readonly moreMarksLegend: string;
  /** What each mark means where it stands alone. */
  readonly signs: Readonly<Record<SymbolName, string>>;
  readonly carriesLayer: string;
  readonly moreKinds: (count: number) => string;
  readonly wholeLayer: string;
  readonly continued: (what: string) => string;
  readonly units: (count: number) => string;
  readonly entries: (count: number) => string;
  readonly legend: string;
  readonly map: string;
  readonly details: string;
  readonly backToMap: string;
  readonly layers: string;
  readonly share: (share: number, budget: number) => string;
  readonly ofTheWhole: (fraction: string) => string;
  readonly by: (actor: string) => string;
  readonly declared: (length: string) => string;
  readonly due: (instant: string) => string;
  readonly validUntil: (instant: string) => string;
  readonly sources: string;
  readonly more: (count: number) => string;
  readonly noteOpen: (actor: string, length: string) => string;
  readonly noteAnswered: (by: string) => string;
  readonly moreNotes: (count: number) => string;
  readonly onTheWhole: string;
  readonly onEntry: (id: string) => string;
  readonly closedHeading: (eventSeq: number) => string;
  readonly closedBy: (successor: string) => string;
  readonly until: (instant: string) => string;
  readonly transient: (count: number) => string;
  readonly pendingHeading: (count: number) => string;
  readonly acknowledgedHeading: (eventSeq: number) => string;
  readonly closedElsewhereHeading: (eventSeq: number) => string;
  readonly inLayer: (id: string | null) => string;
  readonly dueBackHeading: (count: number) => string;
  readonly wasDueBack: (instant: string) => string;
  readonly empty: string;
  readonly emptyStore: string;
  readonly noChange: (eventSeq: number) => string;
}
