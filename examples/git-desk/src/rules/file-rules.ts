/** Files: the ones that look like secrets, and the TODO lines that were added. */
import type { Facts, SecretFacts, TodoFacts } from "../git/facts.js";
import { daysAfter } from "./instants.js";
import { groupOf, type Matter, matterOf } from "./matter.js";
import { hashedId, matterId } from "./matter-id.js";
import { counted } from "./one-line.js";
import { type RuleName, THRESHOLDS } from "./rule-table.js";

export const SECRET_GROUP = "secrets";
export const TODO_GROUP = "todos";

export function secretMatters({ secrets }: Facts): readonly Matter[] {
  const { items, moreCount } = secrets;
  const matters = items.flatMap((secret) => secretMatter(secret) ?? []);
  const count = matters.length + moreCount;
  if (count <= THRESHOLDS.ungroupedMax) return matters;
  return groupOf(matters, {
    id: SECRET_GROUP,
    title: `Secrets: ${counted(count, "file")} that git would take`,
  });
}

function secretMatter({ path, isStaged, evidence, changedAt }: SecretFacts): Matter | null {
  const rule: RuleName = isStaged
    ? "secret-staged"
    : evidence === "header"
      ? "secret-key"
      : "secret-name";
  const what = evidence === "header" ? "a private key" : "perhaps a secret";
  const at = changedAt === null ? {} : { event_at: changedAt };
  return matterOf({
    id: matterId("secret", path),
    area: "secrets",
    subject: path,
    findings: [{ rule, phrase: `${what}, ${isStaged ? "staged" : "untracked and not ignored"}` }],
    remarks: [
      isStaged ? "git restore --staged takes it back." : "A line in .gitignore keeps it out.",
    ],
    sources: [{ id: "file", origin: "work tree", ref: path, ...at }],
  });
}

export function todoMatters({ todos }: Facts): readonly Matter[] {
  const { items, moreCount } = todos;
  const seen = new Map<string, number>();
  const matters = items.flatMap((todo) => {
    const key = JSON.stringify([todo.path, todo.word, todo.text]);
    const ordinal = seen.get(key) ?? 0;
    seen.set(key, ordinal + 1);
    return todoMatter(todo, ordinal) ?? [];
  });
  const words = [...new Set(items.map(({ word }) => word))].sort();
  return groupOf(matters, {
    id: TODO_GROUP,
    title: `New ${words.join(", ")}: ${counted(matters.length + moreCount, "line")}`,
  });
}

/** The line is no part of its id: what stands above it may grow. */
function todoMatter(todo: TodoFacts, ordinal: number): Matter | null {
  const { path, line, word, text, branch, at } = todo;
  const event = at === null ? {} : { event_at: at };
  const place = branch === null ? path : `${path} on ${branch}`;
  return matterOf({
    id: hashedId("todo", [path, word, text, ...(ordinal === 0 ? [] : [String(ordinal)])]),
    area: "todos",
    subject: `${word} in ${place}`,
    findings: [
      { rule: word === "TODO" ? "todo" : "fixme", phrase: text === "" ? "(no words)" : text },
    ],
    staleAfter: daysAfter(at, THRESHOLDS.todoNewDays),
    sources: [{ id: "line", origin: branch ?? "work tree", ref: `${path}:${line}`, ...event }],
  });
}
