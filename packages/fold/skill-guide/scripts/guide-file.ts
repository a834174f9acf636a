/**
 * One Markdown file of the guide as blocks in order. Markdown that means nothing special stays as it is
 * written; what the generator acts on is told apart here:
 *
 * - the heading of depth 1, and the first block quote after it, which is the rule of a chapter;
 * - comments of one line: `<!-- more -->` (what follows is for the references), `<!-- rules -->` (the rules
 *   of all chapters; `<!-- rules: ID, ID -->` of these) and `<!-- chapter: ID -->` (that chapter, here);
 * - fenced blocks whose language begins with `fold-`: examples and the states that they start from.
 */
import { readFileSync } from "node:fs";
import { fromMarkdown } from "mdast-util-from-markdown";
import { type Example, type ExampleState, exampleOf, stateOf } from "./example.js";

type Node = ReturnType<typeof fromMarkdown>["children"][number];

export type Block =
  | { readonly type: "text"; readonly text: string; readonly kind: string }
  | { readonly type: "heading"; readonly depth: number; readonly title: string }
  | { readonly type: "rule"; readonly text: string }
  | { readonly type: "more" }
  /** Of these chapters, or of all. */
  | { readonly type: "rules"; readonly ids: readonly string[] | null }
  | { readonly type: "chapter"; readonly id: string }
  | { readonly type: "example"; readonly example: Example }
  | { readonly type: "state"; readonly state: ExampleState };

export interface GuideFile {
  readonly path: string;
  /** YAML between `---` lines at the start, with them, or an empty text. */
  readonly frontMatter: string;
  readonly blocks: readonly Block[];
}

/** What is wrong with a source of the guide, and where. */
export class GuideFault extends Error {
  constructor(path: string, line: number, message: string) {
    super(`${path}:${line}: ${message}`);
    this.name = "GuideFault";
  }
}

/** Reads and parses a file; throws `GuideFault` where it says what the generator does not know. */
export function readGuideFile(path: string): GuideFile {
  return parseGuideFile(path, readFileSync(path, "utf8"));
}

export function parseGuideFile(path: string, text: string): GuideFile {
  const frontMatter = /^---\n.*?\n---\n/s.exec(text)?.[0] ?? "";
  const markdown = text.slice(frontMatter.length);
  const firstLine = frontMatter.split("\n").length;
  let hasRule = false;
  const blocks = fromMarkdown(markdown).children.map((node): Block => {
    const line = (node.position?.start.line ?? 1) + firstLine - 1;
    const fault = (message: string): never => {
      throw new GuideFault(path, line, message);
    };
    const source = sourceOf(markdown, node);
    switch (node.type) {
      case "html":
        return directiveOf(source, fault);
      case "heading":
        return { type: "heading", depth: node.depth, title: source.replace(/^#+\s*/, "") };
      case "code":
        return codeBlockOf(node, source, fault);
      case "blockquote": {
        if (hasRule) break;
        hasRule = true;
        return { type: "rule", text: source.replace(/^> ?/gm, "").replaceAll("\n", " ") };
      }
      default:
    }
    return { type: "text", text: source, kind: node.type };
  });
  return { path, frontMatter, blocks };
}

function sourceOf(markdown: string, node: Node): string {
  return markdown.slice(node.position?.start.offset, node.position?.end.offset);
}

function directiveOf(source: string, fault: (message: string) => never): Block {
  const [, name = "", id] = /^<!-- ([a-z]+)(?:: ([a-z]+(?:, [a-z]+)*))? -->$/.exec(source) ?? [];
  if (name === "more" && id === undefined) return { type: "more" };
  if (name === "rules") return { type: "rules", ids: id?.split(", ") ?? null };
  if (name === "chapter" && id !== undefined && !id.includes(",")) return { type: "chapter", id };
  return fault(`"${source}" is none of <!-- more -->, <!-- rules -->, <!-- chapter: ID -->`);
}

function codeBlockOf(
  node: Extract<Node, { type: "code" }>,
  source: string,
  fault: (message: string) => never,
): Block {
  const language = node.lang ?? "";
  if (!language.startsWith("fold-")) return { type: "text", text: source, kind: "code" };
  const block = { language, meta: node.meta ?? "", code: node.value };
  if (language === "fold-state") return { type: "state", state: stateOf(block, fault) };
  return { type: "example", example: exampleOf(block, fault) };
}
