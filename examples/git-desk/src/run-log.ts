/** The log of a run: what was decided, refused and answered, a line each. */

export interface RunLog {
  write(line: string): void;
}

/** Keeps the lines, and hands each on. */
export function createRunLog({
  now,
  onLine,
}: {
  readonly now: string;
  readonly onLine: (line: string) => void;
}): RunLog & { readonly lines: readonly string[] } {
  const lines: string[] = [];
  return {
    lines,
    write: (text) => {
      const line = `${now} ${text}`;
      lines.push(line);
      onLine(line);
    },
  };
}
