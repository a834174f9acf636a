/**
 * Long inputs in few words. `{"$text": T, "times": N}` is the text T, N times over.
 * `{"$each": "n", "from": A, "to": B, "item": X}` in a list stands for X once for every number from A
 * to B, with `{n}` replaced by the number in all its texts.
 */
import { isObject } from "./json.js";

type Scope = Readonly<Record<string, number>>;

export function expand(value: unknown, scope: Scope = {}): unknown {
  if (typeof value === "string") return withNumbers(value, scope);
  if (Array.isArray(value)) return value.flatMap((item) => expandItem(item, scope));
  if (!isObject(value)) return value;
  if (Object.hasOwn(value, "$text")) {
    return withNumbers(String(value["$text"]), scope).repeat(Number(value["times"]));
  }
  const expanded = {};
  for (const [name, item] of Object.entries(value)) {
    // Not an assignment: `__proto__` is a member like any other here.
    Object.defineProperty(expanded, name, {
      value: expand(item, scope),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return expanded;
}

function expandItem(item: unknown, scope: Scope): readonly unknown[] {
  if (!isObject(item) || !Object.hasOwn(item, "$each")) return [expand(item, scope)];
  const from = Number(item["from"]);
  const count = Number(item["to"]) - from + 1;
  return Array.from({ length: count }, (_, index) =>
    expand(item["item"], { ...scope, [String(item["$each"])]: from + index }),
  );
}

function withNumbers(text: string, scope: Scope): string {
  return Object.entries(scope).reduce(
    (current, [name, number]) => current.replaceAll(`{${name}}`, String(number)),
    text,
  );
}
