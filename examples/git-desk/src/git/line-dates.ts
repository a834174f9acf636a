/** When lines were written: by `git blame`, or by the file's own time while not committed. */
import type { TodoFacts } from "./facts.js";
import { inPool, instantOfSeconds, type Look } from "./look.js";
import { changedAt } from "./safe-read.js";

const BLAMED = /^([0-9a-f]{40,64}) \d+ (\d+)(?: \d+)?$/;
const NOT_COMMITTED = /^0+$/;
const LINES_PER_FILE_MAX = 100;

/** `revision`: the commit to blame, or nothing for the work tree. Lines it cannot date stay as is. */
export async function dateTodos(
  look: Look,
  todos: readonly TodoFacts[],
  revision: readonly string[],
): Promise<readonly TodoFacts[]> {
  const paths = [...new Set(todos.map(({ path }) => path))];
  const dated = paths.slice(0, look.limits.datedFilesMax);
  const datesOfPath = new Map(
    await inPool(dated, async (path): Promise<readonly [string, ReadonlyMap<number, string>]> => {
      const lines = todos.filter((todo) => todo.path === path).map(({ line }) => line);
      return [path, await lineDates(look, { path, lines, revision })];
    }),
  );
  return todos.map((todo) => ({
    ...todo,
    at: datesOfPath.get(todo.path)?.get(todo.line) ?? todo.at,
  }));
}

async function lineDates(
  look: Look,
  {
    path,
    lines,
    revision,
  }: {
    readonly path: string;
    readonly lines: readonly number[];
    readonly revision: readonly string[];
  },
): Promise<ReadonlyMap<number, string>> {
  const ranges = lines.slice(0, LINES_PER_FILE_MAX).flatMap((line) => ["-L", `${line},${line}`]);
  const args = ["blame", "--line-porcelain", "--no-textconv", ...ranges, ...revision, "--", path];
  const outcome = await look.tryRun(args);
  // The file changed meanwhile, or a setting names a missing list of revisions to pass over; then
  // its lines have no date, which is no loss of a fact.
  if (!outcome.ok) return new Map();

  const fileTime = await changedAt(look.root, path);
  const dates = new Map<number, string>();
  let line = 0;
  let isCommitted = true;
  for (const row of outcome.text.split("\n")) {
    const [, commit, finalLine] = BLAMED.exec(row) ?? [];
    if (commit !== undefined) {
      line = Number(finalLine);
      isCommitted = !NOT_COMMITTED.test(commit);
    }
    const seconds = /^committer-time (\d+)$/.exec(row)?.[1];
    if (seconds === undefined) continue;
    const at = isCommitted ? instantOfSeconds(seconds) : fileTime;
    if (at !== null) dates.set(line, at);
  }
  return dates;
}
