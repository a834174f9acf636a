/** Acknowledges annotations, and says honestly what was done about each. */
import type { BatchInput, ClosedEntryView } from "@fold/contracts";
import { isChinese } from "./wish-words.js";
import type { Wish } from "./wishes.js";

export type Acknowledge = NonNullable<BatchInput["acknowledges"]>[number];

/** What the person said and what git-desk answers, to be shown when the answer is saved. */
export interface Reply {
  /** The entry that it is about; null for the whole. */
  readonly about: string | null;
  readonly said: string;
  readonly note: string;
}

/** What this batch does about the entry that the annotation is on. */
export type Done =
  | { readonly type: "put_aside"; readonly until: string }
  | { readonly type: "kept" }
  | { readonly type: "closed" };

/** Two wordings of one answer. */
interface Wording {
  readonly en: string;
  readonly zh: string;
}

export interface Answer {
  readonly acknowledge: Acknowledge;
  readonly reply: Reply;
}

/** In the language of the annotation. */
export function answer(wish: Wish, done: Done): Answer {
  const { annotation_id, text, entry_id, shown_on } = wish.annotation;
  const wording = wordingOf(wish, done);
  const note = isChinese(text) ? wording.zh : wording.en;
  return {
    acknowledge: { annotation_id, note },
    reply: { about: shown_on ?? entry_id, said: text, note },
  };
}

function wordingOf({ target, code, isBlocked }: Wish, done: Done): Wording {
  switch (target.type) {
    case "whole":
    case "foreign":
      return WHOLE;
    case "closed":
      return closedWording(target.entry);
    case "active":
      return isBlocked ? BLOCKED : activeWording(code, done);
    default:
      return target satisfies never;
  }
}

function activeWording(code: Wish["code"], done: Done): Wording {
  if (done.type === "closed") return OVER;
  if (done.type === "put_aside") {
    const day = done.until.slice(0, 10);
    return {
      en: `Put aside until ${day}. It comes back then if the repository still shows it.`,
      zh: `已搁置到 ${day}。到时如果仓库里仍是这样，它会再次出现。`,
    };
  }
  switch (code) {
    case "mine":
      return MINE;
    case "not_mine":
      return NOT_MINE;
    case "not_now":
    case null:
      return FREE_TEXT;
    default:
      return code satisfies never;
  }
}

function closedWording({ status, reason, successor }: ClosedEntryView): Wording {
  const state = reason === null ? status : `${status}: ${reason.code}`;
  const next = successor === null ? "" : `, ${successor}`;
  return {
    en: `Read. The entry is closed already (${state}${next}), so nothing was changed.`,
    zh: `已收到。这个条目已经关闭（${state}${next}），所以没有改动。`,
  };
}

const WHOLE: Wording = {
  en:
    "Received and kept. git-desk follows written rules and cannot read free text about the whole " +
    'picture. On a single entry it understands "not now" and "mine".',
  zh: "已收到并保留。git-desk 只按写好的规则行事，读不懂关于全局的自由文字；对单个条目，它懂“以后再说”和“我来”。",
};

const FREE_TEXT: Wording = {
  en:
    "Received and kept; the entry stays as it is. git-desk follows written rules and cannot read " +
    'free text. It understands "not now", "mine" and "not mine".',
  zh: "已收到并保留；条目保持原样。git-desk 只按写好的规则行事，读不懂自由文字；它懂“以后再说”、“我来”和“不是我的”。",
};

const BLOCKED: Wording = {
  en: "Kept: entries of another agent stand in its layer, and git-desk puts only its own aside.",
  zh: "已保留：它的层里有其他代理的条目，git-desk 只搁置自己的条目。",
};

const MINE: Wording = {
  en: "It is yours: the entry stays, says so, and weighs one tier less.",
  zh: "归你了：条目保留并标明由你负责，档位降低一级。",
};

const NOT_MINE: Wording = {
  en: "It is not marked as yours, and weighs what the rules say.",
  zh: "它没有标为由你负责，档位按规则而定。",
};

const OVER: Wording = {
  en: "The matter is over: the repository does not show it any more. The entry is closed.",
  zh: "这件事已经结束：仓库里不再有它。条目已关闭。",
};
