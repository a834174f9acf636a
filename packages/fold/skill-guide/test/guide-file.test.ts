// A slip in the guide is a fault with its place, and never a block that is left out in silence.

import { describe, expect, test } from "vitest";
import { GuideFault, parseGuideFile } from "../scripts/guide-file.js";

const fenced = (info: string, code = "{}"): string =>
  `# Title\n\ntext\n\n\`\`\`${info}\n${code}\n\`\`\`\n`;

describe("a fault names its file and line", () => {
  test.each([
    ["an unknown directive", "# Title\n\n<!-- moer -->\n", 3],
    ["a directive without its id", "# Title\n\n<!-- chapter -->\n", 3],
    ["an unknown block", fenced("fold-comit id=a given=b expect=accepted"), 5],
    ["an unknown attribute", fenced("fold-commit id=a gvien=b expect=accepted"), 5],
    ["an attribute twice", fenced("fold-commit id=a id=b given=b expect=accepted"), 5],
    ["words that are no attribute", fenced("fold-commit id=a given=b expect=accepted right"), 5],
    ["no id", fenced("fold-commit given=b expect=accepted"), 5],
    ["no state", fenced("fold-commit id=a expect=accepted"), 5],
    ["no expectation", fenced("fold-commit id=a given=b"), 5],
    ["an unknown outcome", fenced("fold-commit id=a given=b expect=refused"), 5],
    ["an unknown form", fenced("fold-commit id=a given=b expect=accepted form=good"), 5],
    ["a state without its now", fenced("fold-state id=a", "[]"), 5],
    ["front matter before it", `---\nname: x\n---\n\n<!-- moer -->\n`, 5],
  ])("%s", (_, text, line) => {
    expect(() => parseGuideFile("page.md", text)).toThrow(GuideFault);
    expect(() => parseGuideFile("page.md", text)).toThrow(new RegExp(`^page\\.md:${line}: `));
  });
});

test("what means nothing special stays as it is written", () => {
  const text = "| a | b |\n|---|---|\n| *x* | `y` |";
  const { blocks } = parseGuideFile(
    "page.md",
    `# Title\n\n> rule\n> goes on\n\n${text}\n\n> quoted\n`,
  );
  expect(blocks).toEqual([
    { type: "heading", depth: 1, title: "Title" },
    { type: "rule", text: "rule goes on" },
    { type: "text", kind: "paragraph", text },
    { type: "text", kind: "blockquote", text: "> quoted" },
  ]);
});

test("an example is read with all that it says", () => {
  const info =
    'fold-commit id=a given=s+b now=2026-01-01T00:00:00Z form=wrong expect=rejected:c says="d, e"';
  expect(parseGuideFile("page.md", fenced(info)).blocks.at(-1)).toEqual({
    type: "example",
    example: {
      kind: "commit",
      id: "a",
      code: "{}",
      given: ["s", "b"],
      now: "2026-01-01T00:00:00Z",
      form: "wrong",
      expect: { outcome: "rejected", detail: "c" },
      says: "d, e",
    },
  });
});
