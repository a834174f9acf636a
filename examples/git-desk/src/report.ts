/** What a run prints after the brief: what it did, where the store is, and how to look further. */
import { type Language, visible } from "@fold/brief";
import type { StateView } from "@fold/contracts";
import type { Outcome } from "./converge.js";
import type { Reply } from "./plan/answers.js";
import { oneLine } from "./rules/one-line.js";

export interface Report {
  readonly lang: Language;
  readonly view: StateView;
  readonly dir: string;
  readonly logPath: string;
  readonly outcome: Outcome;
}

interface Words {
  readonly changed: string;
  readonly unchanged: string;
  readonly quiet: string;
  readonly refused: (count: number, logPath: string) => string;
  readonly said: (about: string | null) => string;
  readonly store: string;
  readonly further: string;
  readonly answer: string;
  readonly history: string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    changed: "The store was brought up to date.",
    unchanged: "Nothing changed since the last look.",
    quiet:
      "Nothing is open in this repository. Look at one that you work in (npm start -- PATH), or " +
      'leave something to be found here: echo "TODO: say hello" > hello.txt',
    refused: (count, logPath) =>
      `Fold refused ${count} ${count === 1 ? "batch" : "batches"} for want of budget, and git-desk ` +
      `decided again; see ${logPath}`,
    said: (about) => `You said about ${about ?? "the whole"}:`,
    store: "The store is at",
    further: "Look further:",
    answer: "Answer, and run git-desk again:",
    history: "See how it came about:",
  },
  zh: {
    changed: "存储已更新。",
    unchanged: "自上次查看以来没有变化。",
    quiet:
      "这个仓库里没有未了之事。可以看看你正在用的仓库（npm start -- PATH），" +
      '或者在这里留点什么：echo "TODO: 打个招呼" > hello.txt',
    refused: (count, logPath) =>
      `Fold 因预算不足拒绝了 ${count} 个批次，git-desk 已重新取舍；见 ${logPath}`,
    said: (about) => `关于 ${about ?? "全局"}，你说：`,
    store: "存储位置：",
    further: "进一步查看：",
    answer: "回应一句，再运行一次 git-desk：",
    history: "查看来龙去脉：",
  },
};

/** Lines that end in a line break. The commands work where `fold` is installed. */
export function reportText({ lang, view, dir, logPath, outcome }: Report): string {
  const words = WORDS[lang];
  const { isChanged, refusalCount, replies } = outcome;
  const target = view.root.entries[0];
  const on = target === undefined ? "--whole" : `--entry ${shellWord(target.id)}`;
  const word = lang === "zh" ? "以后再说" : "not now";
  const store = `--dir ${quoted(dir)}`;
  return [
    isChanged ? words.changed : words.unchanged,
    ...(target === undefined ? [words.quiet] : []),
    ...(refusalCount > 0 ? [words.refused(refusalCount, logPath)] : []),
    ...replies.flatMap((reply) => replyLines(reply, words)),
    "",
    `${words.store} ${dir}`,
    "",
    words.further,
    `  npx fold state ${store} --format brief${lang === "zh" ? " --lang zh" : ""}`,
    words.answer,
    `  npx fold annotate ${store} --actor you ${on} --text "${word}"`,
    words.history,
    `  npx fold history ${store} --limit 5 --reverse`,
    "",
  ].join("\n");
}

const SAID_CHARACTERS = 120;

function replyLines({ about, said, note }: Reply, words: Words): readonly string[] {
  const head = visible(oneLine(said, SAID_CHARACTERS));
  return [`${words.said(about)} ${head}`, `  → ${visible(note)}`];
}

function shellWord(word: string): string {
  return /^[A-Za-z0-9._:/@+-]+$/.test(word) ? word : quoted(word);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
