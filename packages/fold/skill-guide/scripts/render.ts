/** Blocks as Markdown. What a link between chapters leads to depends on where the text will stand. */
import type { Example, ExampleState } from "./example.js";
import type { Block } from "./guide-file.js";
import type { GeneratorWords } from "./words.js";

export interface Place {
  readonly words: GeneratorWords;
  /** Where a chapter's reference stands, seen from here; null where links go nowhere. */
  readonly link: (chapter: string) => string | null;
  /** What stands for `<!-- rules -->`. */
  readonly rules: (ids: readonly string[] | null) => string;
  /** What stands for `<!-- chapter: ID -->`. */
  readonly chapter: (id: string) => string;
}

export function renderBlocks(blocks: readonly Block[], place: Place): string {
  return blocks
    .map((block) => renderBlock(block, place))
    .filter((text) => text !== "")
    .join("\n\n");
}

function renderBlock(block: Block, place: Place): string {
  switch (block.type) {
    case "text":
      return linked(block.text, place);
    case "heading":
      return `${"#".repeat(block.depth)} ${block.title}`;
    case "rule":
      return `> ${block.text}`;
    case "more":
      return "";
    case "rules":
      return place.rules(block.ids);
    case "chapter":
      return place.chapter(block.id);
    case "example":
      return renderExample(block.example, place.words);
    case "state":
      return renderState(block.state, place.words);
  }
}

/** `[words](chapter.md)` as a link that works here, or as the words alone. */
function linked(text: string, { link }: Place): string {
  return text.replace(/\[([^\]]+)\]\(([a-z]+)\.md\)/g, (_, words: string, id: string) => {
    const target = link(id);
    return target === null ? words : `[${words}](${target})`;
  });
}

function renderExample(example: Example, words: GeneratorWords): string {
  switch (example.kind) {
    case "sh":
      return fenced("sh", example.code);
    case "js":
      return fenced("js", example.code);
    case "commit":
      return `${labelOf(example, words)}\n\n${fenced("json", example.code)}`;
  }
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function labelOf(
  { form, expect, says }: Extract<Example, { kind: "commit" }>,
  words: GeneratorWords,
): string {
  const code = expect.detail ?? expect.outcome;
  const answer = says === null ? `\`${code}\`` : words.says(code, says);
  if (expect.outcome === "rejected") {
    return form === "wrong" ? words.wrongRejected(answer) : words.rejected(answer);
  }
  if (form === "wrong") return words.wrongAccepted;
  const isUnusual = expect.detail !== null && expect.detail !== "commit";
  return isUnusual ? words.rightDetail(code) : words.right;
}

function renderState({ steps }: ExampleState, words: GeneratorWords): string {
  const rows = steps.flatMap((step) =>
    "commit" in step ? declarationsOf(step.commit).map(rowOf) : [],
  );
  const remarks = steps.flatMap((step) => {
    if (!("annotate" in step)) return [];
    const { annotation_id, entry_id, text } = step.annotate;
    const target = entry_id === null ? null : String(entry_id);
    return [`- ${words.remark(step.actor, String(annotation_id), target, String(text))}`];
  });
  const table = [`| ${words.stateColumns.join(" | ")} |`, "|---|---|---|---|", ...rows].join("\n");
  return remarks.length === 0 ? table : `${table}\n\n${remarks.join("\n")}`;
}

type Declared = Readonly<Record<string, unknown>>;

function declarationsOf(batch: Readonly<Record<string, unknown>>): readonly Declared[] {
  const { declarations } = batch;
  return Array.isArray(declarations) ? declarations : [];
}

function rowOf({ id, tier, kind, title }: Declared): string {
  return `| \`${id}\` | ${tier} | ${kind} | ${title} |`;
}
