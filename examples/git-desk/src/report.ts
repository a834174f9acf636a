/** What a run prints after the brief: what it did, where the store is, and how to look further. */
import { dirname, join } from "node:path";
import { type Language, visible } from "@fold/brief";
import type { EntryView, StateView } from "@fold/contracts";
import type { Outcome } from "./converge.js";
import type { Reply } from "./plan/answers.js";
import { isOurs } from "./plan/desk.js";
import { oneLine } from "./rules/one-line.js";

export interface Report {
  readonly lang: Language;
  readonly view: StateView;
  readonly dir: string;
  readonly logPath: string;
  readonly outcome: Outcome;
  /** The folder where the commands work; null if that is not known. */
  readonly commandsFrom: string | null;
  /** Where a file could be left for git-desk to find; null if nowhere. */
  readonly examplePath: string | null;
}

interface Words {
  readonly firstQuiet: string;
  readonly changed: string;
  readonly unchanged: string;
  readonly quiet: string;
  readonly elsewhere: string;
  readonly example: (path: string) => string;
  readonly refused: (count: number, logPath: string) => string;
  readonly said: (about: string | null) => string;
  readonly store: (dir: string) => string;
  readonly commands: (from: string) => string;
  readonly further: string;
  readonly picture: string;
  readonly answer: string;
  readonly takeBack: string;
  readonly history: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    changed: "The store was brought up to date.",
    unchanged: "Nothing changed since the last look.",
    firstQuiet: "First look: nothing is open here.",
    quiet: "Nothing is open here.",
    elsewhere: "Look at a repository that you work in: npm start -- PATH",
    example: (path) => `Or leave something to be found: echo "TODO: say hello" >> ${path}`,
    refused: (count, logPath) =>
      `Fold refused ${count} ${count === 1 ? "batch" : "batches"} for want of budget, and git-desk ` +
      `decided again; see ${logPath}`,
    said: (about) => `You said about ${about ?? "the whole"}: `,
    store: (dir) => `The store is at ${dir}`,
    commands: (from) => `These commands work in ${from}:`,
    further: "Look further:",
    picture: "See it as a page, which needs no browser to be made:",
    answer: "Answer, and run git-desk again:",
    takeBack: "Have back what was put aside, and run git-desk again:",
    history: "See how it came about, in words and record by record:",
  },
  zh: {
    changed: "存储已更新。",
    unchanged: "自上次查看以来没有变化。",
    firstQuiet: "首次查看：这里没有未了之事。",
    quiet: "这里没有未了之事。",
    elsewhere: "可以看看你正在用的仓库：npm start -- PATH",
    example: (path) => `或者留点什么让它发现：echo "TODO: 打个招呼" >> ${path}`,
    refused: (count, logPath) =>
      `Fold 因预算不足拒绝了 ${count} 个批次，git-desk 已重新取舍；见 ${logPath}`,
    said: (about) => `关于 ${about ?? "全局"}，你说：`,
    store: (dir) => `存储位置：${dir}`,
    commands: (from) => `以下命令在 ${from} 中运行：`,
    further: "进一步查看：",
    picture: "画成网页来看（生成它不需要浏览器）：",
    answer: "回应一句，再运行一次 git-desk：",
    takeBack: "取回搁置的条目，再运行一次 git-desk：",
    history: "查看来龙去脉，先看文字，再逐条看记录：",
  },
};

/** Lines that end in a line break. The commands work where `fold` is installed. */
export function reportText(report: Report): string {
  const { lang, dir, logPath, outcome } = report;
  const words = WORDS[lang];
  const { refusalCount, replies } = outcome;
  return [
    ...stateLines(report, words),
    ...(refusalCount > 0 ? [words.refused(refusalCount, logPath)] : []),
    ...replies.flatMap((reply) => replyLines(reply, words)),
    "",
    words.store(visible(dir)),
    "",
    ...commandLines(report, words),
    "",
  ].join("\n");
}

/** What the look came to. */
function stateLines({ view, outcome, examplePath }: Report, words: Words): readonly string[] {
  const { isChanged, isFirst } = outcome;
  const isQuiet = view.root.entries.length === 0;
  if (!isQuiet) return [isChanged ? words.changed : words.unchanged];
  const hints = [
    words.elsewhere,
    // It appends: a file of that name may be there already.
    ...(examplePath === null ? [] : [words.example(quoted(examplePath))]),
  ];
  if (isFirst && !isChanged) return [words.firstQuiet, ...hints];
  return [isChanged ? words.changed : words.unchanged, words.quiet, ...hints];
}

/** Commands to be pasted. */
function commandLines(
  { lang, view, dir, outcome, commandsFrom }: Report,
  words: Words,
): readonly string[] {
  const store = `--dir ${quoted(dir)}`;
  const annotate = (id: string, text: string): string =>
    `  npx fold annotate ${store} --actor you --entry ${shellWord(id)} --text "${text}"`;
  const target = leastEntry(view);
  const aside = outcome.replies.find(({ isPutAside }) => isPutAside)?.about ?? null;
  const isChinese = lang === "zh";
  const inWords = `--format brief${isChinese ? " --lang zh" : ""}`;
  const since = Math.max(0, view.event_seq - RECORDS_SHOWN);
  return [
    ...(commandsFrom === null ? [] : [words.commands(shellWord(commandsFrom)), ""]),
    words.further,
    `  npx fold state ${store} ${inWords}`,
    words.picture,
    `  npx fold state ${store} --overview ${quoted(join(dirname(dir), "page"))} --html ${inWords}`,
    ...(target === null
      ? []
      : [words.answer, annotate(target.id, isChinese ? "以后再说" : "not now")]),
    ...(aside === null ? [] : [words.takeBack, annotate(aside, isChinese ? "现在" : "now")]),
    words.history,
    `  npx fold state ${store} --since ${since} ${inWords}`,
    `  npx fold history ${store} --limit ${RECORDS_SHOWN} --reverse`,
  ];
}

/** How far back the story that is offered goes. */
const RECORDS_SHOWN = 5;

const GRAVE_KINDS = ["risk", "blocker"];

/**
 * The entry to try a "not now" on: the last of git-desk's own in the root layer, and a grave one
 * only if there is no other.
 */
function leastEntry({ root }: StateView): EntryView | null {
  const ours = root.entries.filter(isOurs);
  return ours.findLast(({ kind }) => !GRAVE_KINDS.includes(kind)) ?? ours.at(-1) ?? null;
}

const SAID_CHARACTERS = 120;

function replyLines({ about, said, note }: Reply, words: Words): readonly string[] {
  const head = visible(oneLine(said, SAID_CHARACTERS));
  return [`${words.said(about)}${head}`, `  → ${visible(note)}`];
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9._:/@+-]+$/.test(word) ? word : quoted(word);
}

/** What a terminal acts upon or does not show, such as a line feed in a name. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** One word for a shell; with such characters as `$'…'` and their bytes, so it can be pasted as shown. */
function quoted(text: string): string {
  if (text.search(UNSEEN) === -1) return `'${text.replaceAll("'", `'\\''`)}'`;
  const bytes = (found: string): string =>
    [...Buffer.from(found)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
  return `$'${text.replace(/[\\']/g, "\\$&").replace(UNSEEN, bytes)}'`;
}
