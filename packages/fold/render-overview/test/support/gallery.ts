/** States that are hard to draw, each by name. */
import type { EntryView, RenderRequest, Tier } from "@fold/contracts";
import { TIERS } from "@fold/contracts/values";
import { CHANGES } from "./gallery-changes.js";
import {
  answered,
  closed,
  DAY_AGO,
  diff,
  type EntryFields,
  entry,
  layer,
  note,
  stored,
  view,
} from "./views.js";

export type Case = Pick<RenderRequest, "view" | "diff"> &
  Partial<Pick<RenderRequest, "selection" | "lang">>;

/** The same text in a box of every tier, largest first: 63 of 64 units. */
function inEveryTier(fields: EntryFields, budget = 64): Case {
  const tiers: readonly Tier[] = budget === 64 ? ["XL", "L", "M", "S", "XS", "XXS"] : [...TIERS];
  const entries = tiers.map((tier) => entry(`entry-${tier}`, tier, fields));
  return { view: view(layer(budget, entries)), diff: null };
}

/** Two boxes, for texts so long that one of them fills pages. */
function inTwo(fields: EntryFields): Case {
  return {
    view: view(layer(64, [entry("one", "XL", fields), entry("two", "XXS", fields)])),
    diff: null,
  };
}

const titled = (title: string, more: EntryFields = {}): Case => inEveryTier({ title, ...more });

const many = (count: number, tier: Tier, fields: EntryFields = {}): EntryView[] =>
  Array.from({ length: count }, (_, index) => entry(`entry-${index}`, tier, fields));

const late = { due_at: DAY_AGO, stale_after: DAY_AGO } as const;

/** Six layers, each within the largest entry of the one above. */
function nested(depth: number, path: readonly string[] = []): ReturnType<typeof layer> {
  const id = path.at(-1) ?? null;
  const carrierId = `level-${path.length + 1}`;
  const below = depth > 1 ? nested(depth - 1, [...path, carrierId]) : null;
  const entries = [
    entry(carrierId, "L", { layer: below, kind: "decision" }),
    entry(`${carrierId}/other`, "S", { kind: "risk" }),
  ];
  return layer(32, entries, { id, path });
}

const markup = `<script>document.title="ran"</script><img src=x onerror=alert(1)>"'&amp;</style></title>--><b>`;

function everyField(text: string): Case {
  const source = {
    id: text,
    origin: text,
    ref: text,
    text,
    reading: text,
    provenance: text,
  };
  const annotations = [note("n", { text, actor: text }), answered("m", { text, actor: text })];
  return inEveryTier({
    id: text,
    title: text,
    summary: text,
    owner: text,
    kind: text,
    sources: [source],
    annotations,
  } as EntryFields);
}

function everyMark(): Case {
  const opened = [entry("new-1", "M"), entry("new-2", "XXS")];
  const changed = many(4, "S", { ...late, annotations: [note("n"), answered("m")] });
  const root = layer(64, [
    ...opened,
    ...changed,
    entry("inside", "L", { layer: nested(1, ["inside"]) }),
  ]);

  const before = {
    title: "Old",
    summary: "Old",
    kind: "risk",
    tier: "XS" as const,
    parent: "inside",
    due_at: null,
    stale_after: null,
    child_budget: 16,
  };
  const after = { ...before, tier: "S" as const, parent: null, child_budget: null };
  const saved = changed.map(({ id }) => note(`n-${id}`, { entry_id: id }));
  const acknowledged = changed.map(({ id }) => answered(`m-${id}`, { entry_id: id }));
  return {
    view: view(root),
    diff: diff({
      opened: opened.map((one) => ({ ...stored(one), declared_seq: 35 })),
      closed: [
        closed("gone", "M", { reason: { code: "other", text: "Because." } }),
        closed("old", "S", { status: "superseded", reason: null, successor: "new-1" }),
      ],
      changed: changed.map(({ id }) => ({ id, before, after })),
      root_budget: { before: 128, after: 64 },
      annotations: { saved, acknowledged },
      transient: 8,
    }),
  };
}

/** Written on an entry that another one has superseded since. */
const carriedOver = note("e", { entry_id: "gone", shown_on: "heir" });

const sentence =
  "The quick brown fox jumps over the lazy dog and keeps running through the night. ";
const family = "👩‍👩‍👧‍👦👨🏽‍💻🏳️‍🌈🇳🇴1️⃣🏴󠁧󠁢󠁳󠁣󠁴󠁿❤️‍🔥";

export const GALLERY: Readonly<Record<string, () => Case>> = {
  "an empty store": () => ({
    view: view(layer(64, []), { event_seq: 0, revision: 0 }),
    diff: null,
  }),
  "an empty store in Chinese": () => ({ view: view(layer(64, [])), diff: null, lang: "zh" }),
  "one XXL": () => ({ view: view(layer(64, [entry("one", "XXL")])), diff: null }),
  "one XXS of 1024": () => ({ view: view(layer(1024, [entry("one", "XXS")])), diff: null }),
  "64 XXS of 64": () => ({ view: view(layer(64, many(64, "XXS", late))), diff: null }),
  "64 XXS of 1024": () => ({ view: view(layer(1024, many(64, "XXS", late))), diff: null }),
  "1024 XXS of 1024": () => ({ view: view(layer(1024, many(1024, "XXS"))), diff: null }),
  "every tier of 1024": () => inEveryTier({ title: sentence.trim(), ...late }, 1024),
  "every tier of 128": () => inEveryTier({ title: sentence.trim() }, 128),
  "a full budget of 8": () => ({ view: view(layer(8, many(8, "XXS", late))), diff: null }),
  "six levels": () => ({ view: view(nested(6)), diff: null }),
  "the longest word": () => titled("W".repeat(160)),
  "words of German length": () =>
    titled(
      "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz und Donaudampfschifffahrtsgesellschaftskapitän",
    ),
  "a title of 160 characters": () => titled(sentence.repeat(3).slice(0, 160)),
  "a title of one character": () => titled("x"),
  "a title of 40 Latin characters": () => titled("Renew the signing certificate this week!"),
  "a title of 20 Chinese characters": () => titled("签名证书即将到期请在周四之前决定是否续签", {}),
  "a summary of 4 000 characters": () => inTwo({ summary: sentence.repeat(60).slice(0, 4000) }),
  "a summary of one long word": () => inTwo({ summary: "x".repeat(4000) }),
  "a summary of many lines": () => inTwo({ summary: "line\n".repeat(300).slice(0, 3999) }),
  "a shortened summary": () => inEveryTier({ summary_head: sentence, summary_chars: 3999 }),
  Chinese: () => ({
    ...titled("发布二点四版本，还是先等证书续签？".repeat(8), {
      summary: "测试全部通过。".repeat(200),
    }),
    lang: "zh",
  }),
  Japanese: () => titled("リリースを木曜日に出すか、証明書を待つか"),
  Korean: () => titled("목요일에 배포할까요, 아니면 인증서를 기다릴까요?"),
  Arabic: () =>
    titled("هل نطلق الإصدار يوم الخميس أم ننتظر تجديد الشهادة؟", {
      summary: "نص طويل. ".repeat(100),
    }),
  Hebrew: () => titled("לשחרר ביום חמישי או לחכות לאישור? (v2.4)"),
  Devanagari: () => titled("क्या हम गुरुवार को जारी करें या प्रमाणपत्र की प्रतीक्षा करें?"),
  Thai: () => titled("ปล่อยวันพฤหัสบดีหรือรอใบรับรองก่อนดีครับผม"),
  "Greek, Cyrillic, Vietnamese": () =>
    titled("Να εκδοθεί; Выпускать в четверг? Phát hành vào thứ Năm?"),
  "emoji sequences": () => titled(`${family} ${family}`, { summary: family.repeat(20) }),
  "combining marks": () =>
    titled(`Z${"\u0301\u0323\u0308".repeat(12)}algo ${"a\u0300\u0316".repeat(40)}`),
  "a sentence in one sign": () => titled("\ufdfd\ufdfd \ufdfa"),
  "signs without a font": () => titled("\u{12000}\u{13000} \u{1f9ff} \u{10ffff} ᚠᚢᚦ"),
  "mathematics and symbols": () => titled("∑ ∫ √ → ⇒ ⌘ ⚠ ☂ ♞ ✂ ★ 𝔘𝔫𝔦 ½ ﬁ"),
  "markup in every field": () => everyField(markup),
  "addresses that would run": () =>
    everyField("javascript:alert(document.domain)//data:text/html,<script>"),
  "controls of direction": () => everyField("safe\u202etxt.exe\u2066\u2069\u200f\u061c end"),
  "tabs and invisible signs": () =>
    everyField("a\tb\u200b\u00ad\u2060\ufeff\u0007\u001b[31m\u2028c"),
  "halves of pairs": () => everyField("a\ud800b\udc00c"),
  "200 pending annotations": () => ({
    view: view(
      layer(64, [
        entry("one", "XL", {
          annotations: Array.from({ length: 50 }, (_, at) => note(`n-${at}`, { text: sentence })),
          annotations_total: 203,
          annotations_pending: 200,
        }),
      ]),
      {
        pending_annotations: Array.from({ length: 50 }, (_, at) => note(`n-${at}`)),
        pending_total: 200,
      },
    ),
    diff: null,
  }),
  "notes on the whole, entries due back": () => ({
    view: view(layer(64, [...many(2, "S"), entry("heir", "S", { annotations: [carriedOver] })]), {
      pending_annotations: [note("w", { text: sentence.repeat(90).slice(0, 7999) }), carriedOver],
      pending_total: 2,
      due_back: [
        {
          id: "later",
          title: "Back again",
          until: DAY_AGO,
          closed_at: DAY_AGO,
          since_until: "P1D",
        },
      ],
      due_back_total: 4,
    }),
    diff: null,
  }),
  "all the diff marks at once": everyMark,
  "all the diff marks in Chinese": () => ({ ...everyMark(), lang: "zh" }),
  "a budget that grew": () => ({
    view: view(layer(128, many(5, "M"))),
    diff: diff({ root_budget: { before: 32, after: 128 } }),
  }),
  "a budget that grew within a box": () => ({
    view: view(layer(128, [entry("wide", "XXL"), entry("fresh", "M"), ...many(3, "S")])),
    diff: diff({ root_budget: { before: 32, after: 128 } }),
  }),
  "a filter over what changed": () => ({
    ...everyMark(),
    selection: { kinds: ["decision"], min_tier: null, top: null },
  }),
  ...CHANGES,
  "overdue and stale everything": () => ({
    view: view(
      layer(
        64,
        ["XL", "L", "M", "S", "XS", "XXS", "XXS"].map((tier, at) =>
          entry(`e${at}`, tier as Tier, { ...late, kind: "blocker", title: sentence }),
        ),
      ),
    ),
    diff: null,
  }),
  "a filter that leaves most out": () => ({
    ...inEveryTier({ title: sentence }),
    selection: { kinds: null, min_tier: "L", top: 1 },
  }),
  "a filter that leaves all out": () => ({
    ...inEveryTier({}),
    selection: { kinds: ["nothing"], min_tier: null, top: null },
  }),
  "thirty kinds": () => ({
    view: view(
      layer(
        64,
        Array.from({ length: 30 }, (_, at) =>
          entry(`e${at}`, "XS", { kind: `kind-of-some-length-number-${at}` }),
        ),
      ),
    ),
    diff: null,
  }),
  "a legend that is long": () => ({
    view: view(
      layer(
        64,
        Array.from({ length: 30 }, (_, at) =>
          entry(`e${at}`, "XXS", {
            ...late,
            kind: `kind-of-${"some-length-".repeat(5)}${at}`,
            layer: { id: `e${at}`, budget: 8, used: 0, free: 8, entry_count: 0, collapsed: true },
            annotations: at === 0 ? [note("n")] : [],
          }),
        ),
      ),
    ),
    diff: diff({ root_budget: { before: 128, after: 64 } }),
    selection: { kinds: null, min_tier: null, top: 27 },
  }),
  "ids of 128 characters": () =>
    inEveryTier({ title: "t".repeat(160), id: `x${"/abcdefghi".repeat(12)}` } as EntryFields),
  "32 sources": () =>
    inTwo({
      sources: Array.from({ length: 32 }, (_, at) => ({
        id: `s${at}`,
        origin: "o".repeat(160),
        ref: `https://example.org/${"r".repeat(at === 0 ? 2000 : 60)}`,
        text_head: sentence.repeat(6),
        text_chars: 99_999,
      })),
    }),
};
