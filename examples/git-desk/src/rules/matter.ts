/** A matter: what an entry of the store should say, as the rules see it. */
import type { Source } from "@fold/contracts";
import { shareOf, type Tier } from "@fold/contracts/values";
import type { Area } from "../git/facts.js";
import { listed, oneLine } from "./one-line.js";
import { precedenceOf, type RuleName, ruleOf } from "./rule-table.js";

/** A source as the store keeps it, with times that nobody has checked yet. */
export type MatterSource = Omit<Source, "event_at" | "observed_at"> & {
  readonly event_at?: string;
  readonly observed_at?: string;
};

export interface Matter {
  /** Stable, and fit for an entry id with room for a suffix. */
  readonly id: string;
  readonly area: Area;
  readonly title: string;
  readonly summary: string;
  readonly kind: string;
  readonly tier: Tier;
  readonly dueAt: string | null;
  readonly staleAfter: string | null;
  readonly sources: readonly MatterSource[];
  /** The matter in whose layer this one stands. */
  readonly parent: string | null;
  /** Why it is there: the sentences of the rules that spoke. */
  readonly why: string;
  /** Ids of matters that this one continues under another name. */
  readonly replaces: readonly string[];
  /** The commit it stands for; a branch with another name and this commit was renamed. */
  readonly tip: string | null;
  /** Wanted only as the continuation of another entry, not for itself. */
  readonly isSequel: boolean;
  /** Others stand in its layer. */
  readonly isGroup: boolean;
}

/** What the rules want the store to say. */
export interface Wanted {
  readonly matters: readonly Matter[];
  /** Areas that were not seen whole: what is missing there may still be so. */
  readonly unseenAreas: ReadonlySet<Area>;
  /** Whether the repository tells what its remotes have. */
  readonly isPushKnown: boolean;
  /** All branches that exist, looked at or not. */
  readonly branchNames: ReadonlySet<string>;
  readonly defaultBranch: string | null;
}

/** One rule that applies, in words. */
export interface Finding {
  readonly rule: RuleName;
  /** Fits into a title: "3 commits not pushed". */
  readonly phrase: string;
  readonly dueAt?: string | null;
}

export interface MatterOf {
  readonly id: string;
  readonly area: Area;
  /** What the findings are about; it begins the title. */
  readonly subject: string;
  /** At least one. */
  readonly findings: readonly Finding[];
  /** Sentences that follow the findings in the summary. */
  readonly remarks?: readonly string[];
  readonly staleAfter?: string | null;
  readonly sources?: readonly MatterSource[];
  readonly replaces?: readonly string[];
  readonly tip?: string | null;
  readonly isSequel?: boolean;
}

const TITLE_CHARACTERS = 160;
/** Below the root a view shows so much of a summary; more could not be compared with the store. */
export const SUMMARY_CHARACTERS = 280;
const WHY_CHARACTERS = 500;

/** The matter that findings make: the weightiest gives the title, the tier and the kind. */
export function matterOf(parts: MatterOf): Matter | null {
  const findings = [...parts.findings].sort(byWeight);
  const [lead] = findings;
  if (lead === undefined) return null;
  const { tier, kind } = ruleOf(lead.rule);
  const title = oneLine(`${parts.subject}: ${lead.phrase}`, TITLE_CHARACTERS);
  // What the title says need not be said again, unless it did not fit.
  const said = title.endsWith("…") ? findings : findings.slice(1);
  const sentences = said.map(({ phrase }) => sentence(phrase));
  const dues = findings.flatMap(({ dueAt }) => dueAt ?? []).sort();
  return {
    id: parts.id,
    area: parts.area,
    title,
    summary: oneLine([...sentences, ...(parts.remarks ?? [])].join(" "), SUMMARY_CHARACTERS),
    kind,
    tier,
    dueAt: dues[0] ?? null,
    staleAfter: parts.staleAfter ?? null,
    sources: (parts.sources ?? []).map(fitSource),
    parent: null,
    why: whyOf(findings.map(({ rule }) => rule)),
    replaces: parts.replaces ?? [],
    tip: parts.tip ?? null,
    isSequel: parts.isSequel ?? false,
    isGroup: false,
  };
}

/** Puts matters into the layer of a group. */
export function groupOf(
  members: readonly Matter[],
  { id, title }: { readonly id: string; readonly title: string },
): readonly Matter[] {
  const [first] = members;
  if (first === undefined) return [];
  const group: Matter = {
    id,
    area: first.area,
    title: oneLine(title, TITLE_CHARACTERS),
    summary: "",
    kind: "info",
    tier: "XXS",
    dueAt: null,
    staleAfter: null,
    sources: [],
    parent: null,
    why: "A group weighs as much as the weightiest of its members.",
    replaces: [],
    tip: null,
    isSequel: false,
    isGroup: true,
  };
  const grouped = members.map((member) => ({ ...member, parent: id }));
  return [groupWith(group, { members: grouped, asideCount: 0 }), ...grouped];
}

/** A group with what its members say: it weighs as much as the weightiest of those shown. */
export function groupWith(
  group: Matter,
  { members, asideCount }: { readonly members: readonly Matter[]; readonly asideCount: number },
): Matter {
  const ranked = [...members].sort(
    (a, b) => shareOf(b.tier) - shareOf(a.tier) || (a.id < b.id ? -1 : 1),
  );
  const aside = asideCount === 0 ? "" : ` (${asideCount} put aside)`;
  const titles = ranked.map(({ title }) => title);
  return {
    ...group,
    title: oneLine(`${group.title}${aside}`, TITLE_CHARACTERS),
    summary: oneLine(listed(titles, { shown: GROUP_TITLES_SHOWN }), SUMMARY_CHARACTERS),
    kind: ranked[0]?.kind ?? group.kind,
    tier: ranked[0]?.tier ?? group.tier,
    dueAt: members.flatMap(({ dueAt }) => dueAt ?? []).sort()[0] ?? null,
  };
}

const GROUP_TITLES_SHOWN = 4;

function byWeight(a: Finding, b: Finding): number {
  return (
    shareOf(ruleOf(b.rule).tier) - shareOf(ruleOf(a.rule).tier) ||
    precedenceOf(a.rule) - precedenceOf(b.rule)
  );
}

function whyOf(rules: readonly RuleName[]): string {
  const sentences = rules.map((rule) => `${rule}: ${ruleOf(rule).sentence}`);
  return oneLine(sentences.join(" "), WHY_CHARACTERS);
}

function sentence(phrase: string): string {
  const [first = "", ...rest] = phrase;
  const text = `${first.toUpperCase()}${rest.join("")}`;
  return /[.!?…。！？]$/u.test(text) ? text : `${text}.`;
}

const REF_CHARACTERS = 2048;

/** A path or a name may hold line breaks; a reference is one line. */
function fitSource(source: MatterSource): MatterSource {
  if (source.ref === undefined) return source;
  return { ...source, ref: oneLine(source.ref, REF_CHARACTERS) || "(unnamed)" };
}
