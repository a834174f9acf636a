import type { Usage, Words } from "./words.js";

const plural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

const full = ({ used, budget, free }: Usage): string =>
  `${used} of ${budget} units used, ${free} free`;

const entries = (count: number): string => plural(count, "entry", "entries");
const notes = (count: number): string => plural(count, "note", "notes");

export const english: Words = {
  day: "d",
  hour: "h",
  minute: "min",
  underAMinute: "less than a minute",
  justNow: "just now",
  ago: (length) => `${length} ago`,
  aside: (remark) => ` (${remark})`,
  none: "none",
  comma: ", ",
  colon: ": ",
  kinds: {
    decision: "decision",
    question: "question",
    blocker: "blocker",
    risk: "risk",
    commitment: "commitment",
    progress: "progress",
    finding: "finding",
    info: "info",
  },
  fields: {
    title: "title",
    summary: "summary",
    kind: "kind",
    tier: "tier",
    parent: "place",
    due_at: "due",
    stale_after: "holds until",
    sources: "sources",
    child_budget: "budget inside",
  },
  statuses: {
    active: "active",
    withdrawn: "withdrawn",
    superseded: "superseded",
    merged: "merged",
  },
  reasons: {
    done: "done",
    obsolete: "obsolete",
    mistaken: "declared by mistake",
    delegated: "delegated",
    deferred: "put off",
    other: "other reason",
  },

  rootHeading: (usage) => `Attention: ${full(usage)}`,
  layerHeading: (id, usage) => `Inside ${id}: ${full(usage)}`,
  path: (ids) => `path: ${ids}`,
  entryCount: entries,
  position: ({ revision, event_seq }) => `revision ${revision}, record ${event_seq}`,
  asOf: (now) => `as of ${now}`,
  lastCheck: (ago) => `last check ${ago}`,
  neverChecked: "no check yet",
  emptyStore: [
    "Nothing has been declared yet. An agent starts by sending a batch:",
    "  fold commit --actor NAME --init FILE     (fold commit --help shows one)",
  ],
  emptyLayer: "No active entries here.",

  ofTheWhole: (fraction) => `${fraction} of the whole`,
  dueIn: (length) => `due in ${length}`,
  dueNow: "due now",
  overdueBy: (length) => `overdue by ${length}`,
  holdsFor: (length) => `holds for another ${length}`,
  staleSince: (length) => `possibly out of date for ${length}`,
  staleNow: "possibly out of date from now on",
  id: (id) => `id ${id}`,
  owner: (actor) => `by ${actor}`,
  declared: (ago) => `declared ${ago}`,
  changed: (ago) => `changed ${ago}`,
  sources: (count, origins) => `${plural(count, "source", "sources")}: ${origins}`,
  moreCharacters: (count) => `(${plural(count, "more character", "more characters")})`,
  inside: (usage) => `Inside: ${full(usage)}, ${entries(usage.entryCount)}`,
  insideNotShown: (id, usage) =>
    `Inside, not shown: ${entries(usage.entryCount)}, ${full(usage)} (fold state --layer ${id})`,

  pendingNote: ({ id, actor, ago, place }) =>
    `your note, not yet acknowledged (${id}, by ${actor}, ${ago}${place === null ? "" : `, ${place}`})`,
  acknowledgedNote: ({ id, actor, ago, place, by, acknowledgedAgo }) =>
    `your note, acknowledged by ${by} ${acknowledgedAgo} (${id}, by ${actor}, ${ago}${place === null ? "" : `, ${place}`})`,
  reply: "reply",
  moreNotes: (count, pending) =>
    `${count} more ${count === 1 ? "note" : "notes"}, ${pending} of them not yet acknowledged`,
  onTheWhole: "on the picture as a whole",
  onEntry: (id) => `on ${id}`,
  shownOn: (written, shown) => `on ${written}, now ${shown}`,
  pendingHeading: (total, shownAbove) =>
    `Not yet acknowledged: ${notes(total)}${shownAbove === 0 ? "" : `, ${shownAbove} of them shown above`}`,
  andMore: (count) => `and ${count} more`,
  dueBackHeading: (total) => `Due back: ${entries(total)}`,
  putOffUntil: (until, ago) => `put off until ${until}, ${ago}`,
  readOnly: "Read only: the store could not be locked; this is its last complete record.",
  warning: (text) => `Warning: ${text}`,

  closed: (status, ago) => `${status} ${ago}`,
  until: (instant) => `until ${instant}`,
  successor: (id) => `continued by ${id}`,
  closedWith: (id) => `closed along with ${id}`,
  sourceHeading: (count) => `${plural(count, "source", "sources")}`,

  diffHeading: ({ from, to }) =>
    `From record ${from.event_seq} (revision ${from.revision}) to record ${to.event_seq} (revision ${to.revision})`,
  opened: (count) => `Opened: ${entries(count)}`,
  closedHeading: (count) => `Closed: ${entries(count)}`,
  changedHeading: (count) => `Changed: ${entries(count)}`,
  rootBudget: (before, after) => `Budget of the whole: ${before} → ${after} units`,
  notesSaved: (count) => `Saved: ${notes(count)}`,
  notesAcknowledged: (count) => `Acknowledged: ${notes(count)}`,
  transient: (count) => `${entries(count)} opened and closed again in between`,
  noDifference: "Nothing is different.",
};
