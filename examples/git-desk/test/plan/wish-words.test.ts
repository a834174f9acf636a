import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wishesIn } from "../../src/plan/wish-words.js";

describe("what an annotation wishes", () => {
  it.each([
    "not now",
    "Not now, please.",
    "OK, later",
    "I'll do it later",
    "let’s look at this later",
    "maybe some other time? snooze",
    "not right now – busy",
    "以后再说",
    "先不管吧。",
    "请稍后再说",
    "这周太忙，回头再说",
    "「以后再说」",
  ])("not now: %j", (text) => {
    expect([...wishesIn(text)]).toEqual(["not_now"]);
  });

  it.each([
    "mine",
    "This is mine.",
    "I'll do it myself",
    "I’ll take this",
    "我来",
    "我自己来！",
    "这个我来处理吧",
    "好的，我负责",
  ])("mine: %j", (text) => {
    expect([...wishesIn(text)]).toEqual(["mine"]);
  });

  it.each([
    "now",
    "Now, please",
    "ok, let's do it now",
    "bring it back",
    "现在",
    "还是现在做吧",
    "恢复",
  ])("now: %j", (text) => {
    expect([...wishesIn(text)]).toEqual(["now"]);
  });

  it.each(["not mine", "it's yours", "不是我的", "还是你来吧，你来"])("not mine: %j", (text) => {
    expect([...wishesIn(text)]).toEqual(["not_mine"]);
  });

  it.each([
    "",
    "do not leave this for later",
    "sooner or later",
    "is this mine or yours",
    "the gold mine",
    "why now",
    "do I see it now",
    "it is broken now",
    "现在不好说",
    "我来问一下这是谁的",
    "以后再说的话就晚了",
  ])("nothing: %j", (text) => {
    expect([...wishesIn(text)]).toEqual([]);
  });

  it("never fails, and finds a wish between any other clauses", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (before, after) => {
        expect(wishesIn(`${before}\nnot now\n${after}`)).toContain("not_now");
      }),
    );
  });
});
