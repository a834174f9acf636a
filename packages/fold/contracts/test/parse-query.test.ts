import { parseHistoryQuery, parseStateQuery } from "@fold/contracts";
import { describe, expect, test } from "vitest";

describe("questions", () => {
  test.each([
    [{}],
    [{ layer: null, depth: 1 }],
    [{ layer: "a", depth: 6 }],
    [{ entry: "a" }],
    [{ since: 0 }],
  ])("%j may be asked of a state", (query) => {
    expect(parseStateQuery(query)).toEqual({ ok: true, value: query });
  });

  test.each([
    [{ depth: 0 }, "/depth", "too_small"],
    [{ depth: 1.5 }, "/depth", "type"],
    [{ entry: "a b" }, "/entry", "pattern"],
    [{ entry: 5 }, "/entry", "type"],
    [{ since: -1 }, "/since", "too_small"],
    [{ now: "2026-01-01T00:00:00Z" }, "/now", "unknown_member"],
  ])("%j may not", (query, path, rule) => {
    const parsed = parseStateQuery(query);
    expect(parsed).toMatchObject({
      ok: false,
      violations: [{ code: "invalid_input", path, rule }],
    });
  });

  test.each([
    [{ limit: 1001 }, "/limit", "too_large"],
    [{ limit: 0 }, "/limit", "too_small"],
    [{ lineage: "yes" }, "/lineage", "type"],
    [{ batch: "a b" }, "/batch", "pattern"],
  ])("%j may not be asked of a history", (query, path, rule) => {
    const parsed = parseHistoryQuery(query);
    expect(parsed).toMatchObject({
      ok: false,
      violations: [{ code: "invalid_input", path, rule }],
    });
    expect(parseHistoryQuery({ limit: 1000, reverse: true }).ok).toBe(true);
  });
});
