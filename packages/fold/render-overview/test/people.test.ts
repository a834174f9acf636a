/** What people need of the page: contrast and names, the keyboard, a narrow window. */
import axe from "axe-core";
import { describe, expect, it } from "vitest";
import { caseOf, documentOf, withPage } from "./support/pages.js";

describe("people", () => {
  const audited = [
    "all the diff marks at once",
    "all the diff marks in Chinese",
    "overdue and stale everything",
    "thirty kinds",
    "a filter that leaves most out",
    "an empty store",
    "six levels",
  ];

  it.each(
    audited.flatMap((name) =>
      (["light", "dark"] as const).map((colorScheme) => ({ name, colorScheme })),
    ),
  )(
    "can read $name in the $colorScheme scheme: axe finds nothing",
    async ({ name, colorScheme }) => {
      const document = await documentOf(caseOf(name));
      await withPage({ colorScheme }, async (page) => {
        await page.setContent(document);
        await page.evaluate(axe.source);
        const results = (await page.evaluate(
          "axe.run(document, { resultTypes: ['violations'] })",
        )) as axe.AxeResults;
        const found = results.violations.map(
          ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`,
        );
        expect(found).toEqual([]);
        expect(results.passes.map(({ id }) => id)).toContain("color-contrast");
      });
    },
  );

  it("can walk it with the keyboard: from a box to its details and back", async () => {
    await withPage({}, async (page) => {
      await page.setContent(await documentOf(caseOf("overdue and stale everything")));
      await page.locator(".frame").first().focus();
      await page.keyboard.press("Tab");
      const focused = (): Promise<string> =>
        page.evaluate("document.activeElement.getAttribute('href')");
      expect(await focused()).toBe("#layer-1-1");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      expect(await focused()).toBe("#layer-1-1-box");
    });
  });

  it("can read it on a narrow window: only the map scrolls sideways", async () => {
    await withPage({ viewport: { width: 420, height: 800 } }, async (page) => {
      await page.setContent(await documentOf(caseOf("all the diff marks at once")));
      const width = await page.evaluate("document.documentElement.scrollWidth");
      expect(width).toBe(420);
    });
  });
});
