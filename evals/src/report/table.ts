/** A table as aligned text or as Markdown. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type TableFormat = "text" | "markdown";

export function tableText({ head, rows }: Table, format: TableFormat): string {
  if (format === "markdown") {
    const escaped = [head, head.map(() => "---"), ...rows.map((row) => row.map(inMarkdown))];
    return escaped.map((row) => `| ${row.join(" | ")} |\n`).join("");
  }
  const widths = head.map((_, index) =>
    Math.max(...[head, ...rows].map((row) => (row[index] ?? "").length)),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function inMarkdown(cell: string): string {
  return cell.replaceAll("|", "\\|");
}
