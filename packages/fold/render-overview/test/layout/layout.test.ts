import { layOut } from "@fold/render-overview/layout";
import { describe, expect, it } from "vitest";

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe("laying out", () => {
  it("cuts 1024 × 640 in halves, first with a vertical line", () => {
    const { boxes, free } = layOut({ budget: 64, shares: [32, 16, 8, 4, 2, 1] });
    expect(boxes).toMatchObject([
      box(0, 0, 512, 640),
      box(512, 0, 512, 320),
      box(512, 320, 256, 320),
      box(768, 320, 256, 160),
      box(768, 480, 128, 160),
      box(896, 480, 128, 80),
    ]);
    expect(free).toEqual([box(896, 560, 128, 80)]);
  });

  it("fills the first free place by rows", () => {
    const { boxes } = layOut({ budget: 64, shares: [16, 8, 8, 8] });
    expect(boxes).toMatchObject([
      box(0, 0, 512, 320),
      box(512, 0, 256, 320),
      box(768, 0, 256, 320),
      box(0, 320, 256, 320),
    ]);
  });

  it("leaves an empty layer free as one piece", () => {
    expect(layOut({ budget: 8, shares: [] })).toMatchObject({
      boxes: [],
      free: [box(0, 0, 1024, 640)],
    });
  });

  it("gives one unit of 1 024 whole pixels", () => {
    const { boxes } = layOut({ budget: 1024, shares: Array<number>(64).fill(1) });
    expect(boxes[63]).toMatchObject({ width: 32, height: 20 });
  });

  it("keeps what is unchanged and puts the new where there is room", () => {
    const baseline = { budget: 64, shares: [16, 16, 8], was: [1, 2, null] };
    const { boxes } = layOut({ budget: 64, shares: [16, 8, 8], baseline });
    expect(boxes).toMatchObject([
      { ...box(512, 0, 512, 320), isMoved: false },
      { ...box(0, 320, 256, 320), isMoved: false },
      { ...box(0, 0, 256, 320), isMoved: false },
    ]);
  });

  it("clears the place that holds the fewest where a larger one needs it", () => {
    // Then: eight of 8. Now: all but the first and the last of them, and one of 16.
    const shares = [16, 8, 8, 8, 8, 8, 8];
    const was = [null, 1, 2, 3, 4, 5, 6];
    const baseline = { budget: 64, shares: Array<number>(8).fill(8), was };
    const { boxes } = layOut({ budget: 64, shares, baseline });
    expect(boxes.filter(({ isMoved }) => isMoved)).toHaveLength(1);
  });

  it("draws a budget that shrank in its part of the larger one, and the other way round", () => {
    const shrunk = layOut({
      budget: 32,
      shares: [32],
      baseline: { budget: 64, shares: [32], was: [0] },
    });
    expect(shrunk.region).toEqual(box(0, 0, 512, 640));
    expect(shrunk.baselineRegion).toEqual(box(0, 0, 1024, 640));
    expect(shrunk.boxes).toMatchObject([{ ...box(0, 0, 512, 640), isMoved: false }]);
    const grown = layOut({
      budget: 64,
      shares: [32],
      baseline: { budget: 32, shares: [32], was: [0] },
    });
    expect(grown.region).toEqual(box(0, 0, 1024, 640));
    expect(grown.baselineRegion).toEqual(box(0, 0, 512, 640));
    expect(grown.unitArea).toBe(shrunk.unitArea);
  });

  it.each([
    ["budget 12", { budget: 12, shares: [] }],
    ["share 3", { budget: 8, shares: [3] }],
    ["share 2 comes after 1", { budget: 8, shares: [1, 2] }],
    ["add up to 9", { budget: 8, shares: [8, 1] }],
    ["was: 0 of 1", { budget: 8, shares: [1], baseline: { budget: 8, shares: [], was: [] } }],
    ["no entry 0", { budget: 8, shares: [1], baseline: { budget: 8, shares: [], was: [0] } }],
    [
      "two entries were entry 0",
      { budget: 8, shares: [1, 1], baseline: { budget: 8, shares: [1], was: [0, 0] } },
    ],
  ])("refuses what no accepted state has: %s", (words, input) => {
    expect(() => layOut(input)).toThrow(words);
  });
});
