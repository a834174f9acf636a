/**
 * What git-desk understands of an annotation: two wishes and the taking back of each, in English and
 * Chinese. A wish must be a clause of its own; "do not leave this for later" says no such thing.
 */

export type WishCode = "not_now" | "now" | "mine" | "not_mine";

const POLITE_BEFORE = `(?:(?:please|ok|okay|sorry|no|yes|hm+|well|maybe|perhaps) )*`;
const POLITE_AFTER = `(?: (?:please|thanks|thank you|for now|this week|today))*`;
const SOMEONE_DOES = `(?:(?:i'?ll|i will|we'?ll|we will|let'?s) )?`;
const DO_IT = `(?:(?:do|fix|handle|look at|see to|take care of) )?(?:(?:it|this|that) )?`;

const PATTERNS: readonly (readonly [code: WishCode, pattern: RegExp])[] = [
  [
    "not_now",
    english(
      `not (?:right )?now|${SOMEONE_DOES}${DO_IT}(?:some (?:other )?time )?later|snooze(?: (?:it|this))?`,
    ),
  ],
  [
    "now",
    english(
      `${SOMEONE_DOES}${DO_IT}(?:right )?now(?: after all)?|bring (?:it|this|that) back|restore (?:it|this|that)`,
    ),
  ],
  ["not_mine", english(`(?:this is |it'?s |it is |that'?s )?(?:not mine|no longer mine|yours)`)],
  [
    "mine",
    english(
      `(?:this is |it'?s |it is |that'?s |this one is )?mine|i'?ll (?:do|take|handle|fix) (?:it|this|that)(?: myself)?`,
    ),
  ],
  [
    "not_now",
    chinese(
      "(?:请|先)?(?:以后再说|以后再看|回头再说|先不管|先不看|先不做|先放着|先放一放|暂时不管|暂时不用|现在不管|现在不做|现在不行|稍后|稍后再说|晚点|晚点再说|过几天再说)",
    ),
  ],
  ["now", chinese("(?:还是)?(?:现在|现在看|现在做|现在就做|现在处理|恢复|放回来|拿回来)")],
  ["not_mine", chinese("(?:这个|这)?(?:不是我的|不归我|还给你|你来|你来做)")],
  [
    "mine",
    chinese(
      "(?:这个|这|那个)?(?:我来|我自己来|我来做|我来处理|我来弄|我自己做|我自己处理|我负责|归我|是我的|我的)",
    ),
  ],
];

const CLAUSE_ENDS = /[.,;:!?\n\r，。；：！？、…—]+|\s[-–]\s/u;

/** The wishes in a text, each once. */
export function wishesIn(text: string): ReadonlySet<WishCode> {
  const clauses = text
    .normalize("NFKC")
    .replace(/[\u2018\u2019]/g, "'")
    .split(CLAUSE_ENDS)
    .map((clause) =>
      clause
        .replace(/["“”「」『』]/gu, "")
        .replace(/\s+/gu, " ")
        .trim(),
    );
  const found = clauses.flatMap(
    (clause) => PATTERNS.find(([, pattern]) => pattern.test(clause))?.[0] ?? [],
  );
  return new Set(found);
}

function english(words: string): RegExp {
  return new RegExp(`^${POLITE_BEFORE}(?:${words})${POLITE_AFTER}$`, "i");
}

function chinese(words: string): RegExp {
  return new RegExp(`^${words}(?:吧|了|好了|啊|哦)?$`, "u");
}

/** Whether a text is answered in Chinese. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}
