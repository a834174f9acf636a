/** Acknowledges annotations, and says honestly what was done about each. */
import type { BatchInput, ClosedEntryView } from "@fold/contracts";
import { dayOf } from "../rules/one-line.js";
import { isChinese } from "./wish-words.js";
import type { Wish } from "./wishes.js";

export type Acknowledge = NonNullable<BatchInput["acknowledges"]>[number];

/** What the person said and what git-desk answers, to be shown when the answer is saved. */
export interface Reply {
  /** The entry that it is about; null for the whole. */
  readonly about: string | null;
  readonly said: string;
  readonly note: string;
  /** The entry was put aside by it, and can be asked back. */
  readonly isPutAside: boolean;
}

/** What this batch does about the entry that the annotation is on. */
export type Done =
  | { readonly type: "put_aside"; readonly until: string }
  | ({ readonly type: "kept" } & Standing)
  | ({ readonly type: "brought_back" } & Standing)
  /** It was put aside before, and stays so. */
  | { readonly type: "still_aside" }
  | { readonly type: "closed" };

/** How an entry stands after the wish. */
interface Standing {
  /** The rules give it the lowest tier, so it cannot weigh less. */
  readonly isLowest: boolean;
  /** It is marked as the person's own. */
  readonly isYours: boolean;
}

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
    reply: { about: shown_on ?? entry_id, said: text, note, isPutAside: done.type === "put_aside" },
  };
}

function wordingOf({ target, code, isBlocked }: Wish, done: Done): Wording {
  switch (target.type) {
    case "whole":
    case "foreign":
      return WHOLE;
    case "closed":
      return closedWording(target.entry);
    case "aside":
      return done.type === "brought_back"
        ? backWording(target.entry, { code, done })
        : asideWording(target.entry, code);
    case "active":
      return isBlocked ? BLOCKED : activeWording(code, done);
    default:
      return target satisfies never;
  }
}

function activeWording(code: Wish["code"], done: Done): Wording {
  switch (done.type) {
    case "closed":
      return OVER;
    case "put_aside": {
      const day = dayOf(done.until);
      return {
        en:
          `Put aside until ${day}. It comes back then if the repository still shows it, and ` +
          'earlier if you say "now" about it.',
        zh: `已搁置到 ${day}。到时如果仓库里仍是这样，它会再次出现；对它说“现在”，就提前回来。`,
      };
    }
    case "still_aside":
    case "brought_back":
    case "kept":
      return keptWording(code, done);
    default:
      return done satisfies never;
  }
}

function keptWording(code: Wish["code"], done: Done): Wording {
  switch (code) {
    case "mine":
      return mineWording(done);
    case "not_mine":
      return NOT_MINE;
    case "now":
      return HERE;
    case "not_now":
    case null:
      return FREE_TEXT;
    default:
      return code satisfies never;
  }
}

function mineWording(done: Done): Wording {
  if (done.type !== "kept" && done.type !== "brought_back") return UNMARKED;
  if (!done.isYours) return UNMARKED;
  return done.isLowest ? MINE_LOWEST : MINE;
}

/** What the person asked back, and got. */
function backWording(
  entry: ClosedEntryView,
  { code, done }: { readonly code: Wish["code"]; readonly done: Done },
): Wording {
  const until = untilOf(entry);
  const mine = code === "mine" ? mineWording(done) : null;
  return {
    en: `It is back; it was put aside${until.en}.${mine === null ? "" : ` ${mine.en}`}`,
    zh: `它回来了；此前已搁置${until.zh}。${mine === null ? "" : mine.zh}`,
  };
}

/** What is said about an entry that stays put aside. */
function asideWording(entry: ClosedEntryView, code: Wish["code"]): Wording {
  const until = untilOf(entry);
  if (code === null || code === "not_now") {
    return {
      en: `Read. It is put aside${until.en} already; say "now" about it to have it back.`,
      zh: `已收到。它已经搁置${until.zh}；对它说“现在”，它就回来。`,
    };
  }
  return {
    en: `Read, but this look did not find the matter, so the entry stays put aside${until.en}.`,
    zh: `已收到，但这次查看没有发现这件事，所以条目仍然搁置${until.zh}。`,
  };
}

function untilOf({ reason }: ClosedEntryView): Wording {
  const until = reason?.until;
  if (until === undefined) return { en: "", zh: "" };
  return { en: ` until ${dayOf(until)}`, zh: `到 ${dayOf(until)}` };
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
    'free text. It understands "not now", "now", "mine" and "not mine".',
  zh: "已收到并保留；条目保持原样。git-desk 只按写好的规则行事，读不懂自由文字；它懂“以后再说”、“现在”、“我来”和“不是我的”。",
};

const BLOCKED: Wording = {
  en: "Kept: entries of another agent stand in its layer, and git-desk puts only its own aside.",
  zh: "已保留：它的层里有其他代理的条目，git-desk 只搁置自己的条目。",
};

const MINE: Wording = {
  en: "It is yours: the entry stays, says so, and weighs one tier less.",
  zh: "归你了：条目保留并标明由你负责，档位降低一级。",
};

const MINE_LOWEST: Wording = {
  en: "It is yours: the entry stays and says so. It weighs the least already.",
  zh: "归你了：条目保留并标明由你负责；它已在最低档位。",
};

const UNMARKED: Wording = {
  en:
    "Received and kept, but not marked as yours: you said something else later, the entry stands " +
    "for several matters, or git-desk could not look at its matter this time.",
  zh: "已收到并保留，但没有标为由你负责：你后来另有说法，或这个条目代表多件事，或这次没能查看到它。",
};

const HERE: Wording = {
  en: "It is not put aside: the entry stays as it is.",
  zh: "它没有被搁置：条目保持原样。",
};

const NOT_MINE: Wording = {
  en: "It is not marked as yours, and weighs what the rules say.",
  zh: "它没有标为由你负责，档位按规则而定。",
};

const OVER: Wording = {
  en: "The matter is over: the repository does not show it any more. The entry is closed.",
  zh: "这件事已经结束：仓库里不再有它。条目已关闭。",
};
