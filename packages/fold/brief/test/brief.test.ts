import { readFileSync } from "node:fs";
import type { ClosedEntryView, Entry } from "@fold/contracts";
import { describe, expect, it } from "vitest";
import { brief, LANGUAGES } from "../src/index.js";
import {
  at,
  emptyDiff,
  entryAnswer,
  entryView,
  fullView,
  layer,
  note,
  stateView,
} from "./views.js";

describe("brief of a state", () => {
  it.each(LANGUAGES)("writes everything in the view (%s)", async (lang) => {
    await expect(brief(fullView(), { lang })).toMatchFileSnapshot(`golden/full.${lang}.txt`);
  });

  it.each(LANGUAGES)("says how to start when nothing was declared (%s)", async (lang) => {
    const empty = stateView(layer([]), { event_seq: 0, revision: 0 });
    await expect(brief(empty, { lang })).toMatchFileSnapshot(`golden/empty.${lang}.txt`);
  });

  it("does not call a store new that only holds nothing active", () => {
    const text = brief(stateView(layer([])));
    expect(text).toContain("No active entries here.");
    expect(text).not.toContain("--init");
  });

  it("is English unless told otherwise", () => {
    expect(brief(fullView())).toBe(brief(fullView(), { lang: "en" }));
  });

  it("names the layer and its path when it is not the root", () => {
    const deep = layer([], { id: "cert/offer-a", path: ["cert", "cert/offer-a"] });
    const text = brief(stateView(deep));
    expect(text).toContain("Inside cert/offer-a: 0 of 64 units used, 64 free");
    expect(text).toContain("path: cert › cert/offer-a");
  });

  it.each([
    ["P2DT3H", false, "due in 2 d 3 h", "2 天 3 小时后到期"],
    ["PT59S", false, "due in less than a minute", "不到 1 分钟后到期"],
    ["PT0S", false, "due now", "现在到期"],
    ["PT0S", true, "overdue by less than a minute", "逾期 不到 1 分钟"],
    ["-PT3H", true, "overdue by 3 h", "逾期 3 小时"],
    ["-P400DT1M", true, "overdue by 400 d", "逾期 400 天"],
  ])("says %s (overdue: %s) as %s and %s", (until_due, overdue, english, chinese) => {
    const view = stateView(layer([entryView("e", "M", { title: "T", until_due, overdue })]));
    expect(brief(view)).toMatch(new RegExp(`^ {3}${english}$`, "m"));
    expect(brief(view, { lang: "zh" })).toMatch(new RegExp(`^ {3}${chinese}$`, "m"));
  });

  it("shortens a long text and counts what it leaves out", () => {
    const summary = "x".repeat(350);
    const view = stateView(layer([entryView("e", "M", { title: "T", summary })]));
    expect(brief(view)).toContain(`   ${"x".repeat(200)}… (150 more characters)\n`);
  });

  it("adds what the view itself has shortened to the count", () => {
    const { summary: _, ...entry } = entryView("e", "M", { title: "T" });
    const short = { ...entry, summary_head: "x".repeat(280), summary_chars: 1000 };
    expect(brief(stateView(layer([short])))).toContain("… (800 more characters)\n");
  });

  it("shows a kind named like a member of every object as it is", () => {
    const view = stateView(layer([entryView("e", "M", { title: "T", kind: "constructor" })]));
    expect(brief(view, { lang: "zh" })).toContain("[constructor] T");
  });

  it("counts the pending annotations that are not in the view", () => {
    const view = stateView(layer([]), {
      pending_annotations: [note("a-1")],
      pending_total: 51,
    });
    expect(brief(view)).toContain("Not yet acknowledged: 51 notes\n- your note, not yet");
    expect(brief(view)).toContain("\nand 50 more\n");
  });
});

describe("F8: data cannot act on a terminal", () => {
  it.each([
    ["clear screen", "a\u001b[2Jb", "a␛[2Jb"],
    ["OSC title", "a\u001b]0;x\u0007b", "a␛]0;x␇b"],
    ["OSC 52", "\u001b]52;c;eA==\u001b\\", "␛]52;c;eA==␛\\"],
    ["C1 CSI", "a\u009b31mb", "a\\u{9B}31mb"],
    ["NUL and DEL", "a\u0000\u007fb", "a␀␡b"],
    ["right-to-left override", "a\u202eb", "a\\u{202E}b"],
    ["Arabic letter mark", "a\u061cb", "a\\u{61C}b"],
    ["line breaks", "a\nb\r\nc\rd\u2028e", "a⏎b⏎c␍d\\u{2028}e"],
    ["half of a pair", "a\ud800b", "a\\u{D800}b"],
  ])("shows %s as signs", (_name, title, shown) => {
    const text = brief(stateView(layer([entryView("e", "M", { title })])));
    expect(text).toContain(`1. 8/64 M [info] ${shown}\n`);
  });

  it("leaves joined emoji and right-to-left letters as they are", () => {
    const title = "👩‍💻 שלום";
    expect(brief(stateView(layer([entryView("e", "M", { title })])))).toContain(title);
  });
});

describe("brief of one entry", () => {
  it("shows the whole summary, line by line, and the sources", () => {
    const summary = `first\n${"x".repeat(500)}`;
    const source = { id: "s1", origin: "git", ref: "refs/heads/x" };
    const entry = entryView("e", "M", { title: "T", summary, sources: [source] });
    const text = brief(entryAnswer(entry));
    expect(text).toContain(`   first\n   ${"x".repeat(500)}\n`);
    expect(text).toContain("   1 source\n      s1 (git): refs/heads/x\n");
  });

  it("says how a closed entry closed", () => {
    const {
      status: _s,
      share: _h,
      rank: _r,
      attention: _a,
      layer: _l,
      ...rest
    } = entryView("e", "M", { title: "T" });
    const { until_due: _u, overdue: _o, until_stale: _v, stale: _t, ...stored } = rest;
    const closed: ClosedEntryView = {
      ...stored,
      summary: null,
      status: "withdrawn",
      closed_at: at("2026-11-30T08:00:00Z"),
      closed_seq: 15,
      reason: { code: "deferred", text: "not now", until: at("2026-12-24T00:00:00Z") },
      successor: null,
      closed_with: "above",
      since_closed: "PT1H",
    };
    expect(brief(entryAnswer(closed))).toContain(
      "withdrawn 1 h ago, put off, until 2026-12-24 00:00:00 UTC, closed along with above: not now",
    );
  });
});

describe("brief of a diff", () => {
  it.each(LANGUAGES)("lists what was opened, closed and changed (%s)", async (lang) => {
    const diff = emptyDiff({
      opened: [storedEntry("new", "New one")],
      closed: [
        {
          ...storedEntry("old", "Old one"),
          status: "superseded",
          closed_at: at("2026-11-30T08:00:00Z"),
          closed_seq: 14,
          reason: null,
          successor: "new",
          closed_with: null,
        },
      ],
      changed: [
        {
          id: "api",
          before: { tier: "M", summary: null, due_at: null },
          after: { tier: "L", summary: "more", due_at: at("2026-12-01T00:00:00Z") },
        },
      ],
      root_budget: { before: 64, after: 128 },
      annotations: { saved: [note("a-1")], acknowledged: [] },
      transient: 2,
    });
    await expect(brief(diff, { lang })).toMatchFileSnapshot(`golden/diff.${lang}.txt`);
  });

  it("says that nothing is different", () => {
    expect(brief(emptyDiff())).toBe(
      "From record 12 (revision 9) to record 15 (revision 12)\nNothing is different.\n",
    );
  });
});

describe("README", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

  it("holds an example that runs and prints what is shown", () => {
    const [, code = ""] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
    const [, shown] = /```text\n([\s\S]*?)```/.exec(readme) ?? [];
    // The imports of the example become the arguments of a function around it.
    const body = code.replace(/^import .*\n/gm, "");
    const printed: string[] = [];
    const run = new Function("brief", "readFileSync", "process", body);
    run(brief, () => JSON.stringify(fullView()), {
      stdout: { write: (text: string) => printed.push(text) },
    });
    expect(printed.join("")).toBe(shown);
  });
});

function storedEntry(id: string, title: string): Entry {
  return {
    id,
    title,
    summary: null,
    kind: "risk",
    tier: "M",
    parent: null,
    due_at: null,
    stale_after: null,
    sources: [],
    child_budget: null,
    owner: "builder",
    declared_at: at("2026-11-30T08:00:00Z"),
    declared_seq: 14,
    updated_at: at("2026-11-30T08:00:00Z"),
    annotations: { total: 0, pending: 0, acknowledged: [] },
  };
}
