/** What untracked files hold: how many lines, which TODO lines, and whether they look secret. */
import type { SecretFacts, TodoFacts } from "./facts.js";
import type { Look } from "./look.js";
import { fencedLines, isProseFile } from "./prose-files.js";
import { changedAt, isText, type OpenedFile, readRegularFile } from "./safe-read.js";
import { hasSecretName, secretEvidence } from "./secret-names.js";
import { isMadeFile, todoOfLine } from "./todo-lines.js";

export interface UntrackedContent {
  readonly lineCount: number;
  readonly todos: readonly TodoFacts[];
  readonly secrets: readonly SecretFacts[];
}

interface FoundInFile {
  readonly lineCount: number;
  readonly todos: readonly TodoFacts[];
  readonly secret: SecretFacts | null;
}

export async function readUntracked(
  look: Look,
  paths: readonly string[],
): Promise<UntrackedContent> {
  const { openedFilesMax, openedFileBytesMax, openedBytesMax } = look.limits;
  const found: FoundInFile[] = [];
  let bytesLeft = openedBytesMax;
  for (const [index, path] of paths.entries()) {
    // A path that ends in a slash is a repository of its own.
    if (path.endsWith("/")) continue;
    const isOpened = index < openedFilesMax && bytesLeft > 0;
    if (!isOpened) noteUnopened(look);
    const file = isOpened
      ? await readRegularFile(look.root, path, Math.min(openedFileBytesMax, bytesLeft))
      : null;
    bytesLeft -= file?.bytes.length ?? 0;
    found.push(file === null ? await unopened(look, path) : inFile(path, file));
  }
  return {
    lineCount: found.reduce((sum, { lineCount }) => sum + lineCount, 0),
    todos: found.flatMap(({ todos }) => todos),
    secrets: found.flatMap(({ secret }) => (secret === null ? [] : [secret])),
  };
}

function noteUnopened(look: Look): void {
  const detail = "there are more untracked files than are opened";
  look.note({ area: "todos", code: "cut", detail });
}

async function unopened(look: Look, path: string): Promise<FoundInFile> {
  const secret: SecretFacts | null = hasSecretName(path)
    ? { path, isStaged: false, evidence: "name", changedAt: await changedAt(look.root, path) }
    : null;
  return { lineCount: 0, todos: [], secret };
}

function inFile(path: string, file: OpenedFile): FoundInFile {
  const { bytes, changedAt } = file;
  const isReadable = isText(bytes);
  const text = isReadable ? bytes.toString("utf8") : "";
  const evidence = secretEvidence(path, isReadable ? text.slice(0, 200) : null);
  if (evidence !== null) {
    // Its lines are not searched: a line of a secret must not become a title.
    const secret: SecretFacts = { path, isStaged: false, evidence, changedAt };
    return { lineCount: 0, todos: [], secret };
  }
  if (text === "" || isMadeFile(path)) return { lineCount: 0, todos: [], secret: null };
  const lines = text.replace(/\n$/, "").split("\n");
  const isProse = isProseFile(path);
  const fenced = fencedLines(path, text);
  const todos = lines.flatMap((row, index): readonly TodoFacts[] => {
    const todo = fenced.has(index + 1) ? null : todoOfLine(row, { isProse });
    if (todo === null) return [];
    return [{ path, line: index + 1, ...todo, branch: null, at: changedAt }];
  });
  return { lineCount: lines.length, todos, secret: null };
}
