/**
 * Whether an answer is what a case expects. Only what a case names is compared: members that it does
 * not mention may be anything, so an implementation may say more. A list is compared whole and in
 * order, unless a matcher says otherwise. Matchers are objects whose members begin with `$`; all of
 * them have to hold.
 */
import { isDeepStrictEqual } from "node:util";
import { isObject } from "./json.js";

/** Values that earlier steps saved by name. */
export type Saved = Map<string, unknown>;

/** One sentence for each difference; none where the answer is as expected. */
export function differences(expected: unknown, actual: unknown, saved: Saved): readonly string[] {
  return differencesAt({ expected, actual, saved, path: "" });
}

interface Comparison {
  readonly expected: unknown;
  readonly actual: unknown;
  readonly saved: Saved;
  readonly path: string;
}

function differencesAt(comparison: Comparison): readonly string[] {
  const { expected, actual } = comparison;
  if (isMatcher(expected)) return matcherDifferences(comparison, expected);
  if (Array.isArray(expected)) return listDifferences(comparison, expected);
  if (isObject(expected)) return memberDifferences(comparison, expected);
  return isDeepStrictEqual(expected, actual) ? [] : [differs(comparison, show(expected))];
}

function isMatcher(expected: unknown): expected is Readonly<Record<string, unknown>> {
  return isObject(expected) && Object.keys(expected).some((name) => name.startsWith("$"));
}

function memberDifferences(
  comparison: Comparison,
  expected: Readonly<Record<string, unknown>>,
): readonly string[] {
  const { actual, path } = comparison;
  if (!isObject(actual)) return [differs(comparison, "an object")];
  return Object.entries(expected).flatMap(([name, value]) =>
    differencesAt({
      ...comparison,
      expected: value,
      actual: Object.hasOwn(actual, name) ? actual[name] : undefined,
      path: `${path}/${name}`,
    }),
  );
}

function listDifferences(comparison: Comparison, expected: readonly unknown[]): readonly string[] {
  const { actual, path } = comparison;
  if (!Array.isArray(actual)) return [differs(comparison, "a list")];
  if (actual.length !== expected.length) {
    return [differs(comparison, `${expected.length} items: ${show(expected)}`)];
  }
  return expected.flatMap((item, index) =>
    differencesAt({
      ...comparison,
      expected: item,
      actual: actual[index],
      path: `${path}/${index}`,
    }),
  );
}

function matcherDifferences(
  comparison: Comparison,
  matcher: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(matcher).flatMap(([name, argument]) => {
    const apply = MATCHERS[name];
    if (apply === undefined) throw new Error(`unknown matcher ${name} at ${comparison.path}`);
    return apply(comparison, argument);
  });
}

type Matcher = (comparison: Comparison, argument: unknown) => readonly string[];

const MATCHERS: Readonly<Record<string, Matcher>> = {
  $any: (comparison) => (comparison.actual === undefined ? [differs(comparison, "present")] : []),
  $absent: (comparison) => (comparison.actual === undefined ? [] : [differs(comparison, "absent")]),
  $length: (comparison, length) => {
    const { actual } = comparison;
    const isSo = Array.isArray(actual) && actual.length === length;
    return isSo ? [] : [differs(comparison, `of length ${show(length)}`)];
  },
  $contains: (comparison, items) =>
    unmatched(comparison, items).map((item) => missing(comparison, item)),
  $unordered: (comparison, items) => {
    const { actual } = comparison;
    if (!Array.isArray(items) || !Array.isArray(actual) || actual.length !== items.length) {
      return [differs(comparison, `in any order ${show(items)}`)];
    }
    return unmatched(comparison, items).map((item) => missing(comparison, item));
  },
  $exact: (comparison, value) =>
    isDeepStrictEqual(value, comparison.actual)
      ? []
      : [differs(comparison, `exactly ${show(value)}`)],
  $one_of: (comparison, patterns) => {
    const isSo = (pattern: unknown) =>
      differencesAt({ ...comparison, expected: pattern }).length === 0;
    return Array.isArray(patterns) && patterns.some(isSo)
      ? []
      : [differs(comparison, `one of ${show(patterns)}`)];
  },
  $not: (comparison, pattern) =>
    differencesAt({ ...comparison, expected: pattern }).length > 0
      ? []
      : [differs(comparison, `anything but ${show(pattern)}`)],
  $min: (comparison, bound) => {
    const { actual } = comparison;
    const isSo = typeof actual === "number" && actual >= Number(bound);
    return isSo ? [] : [differs(comparison, `at least ${show(bound)}`)];
  },
  $max: (comparison, bound) => {
    const { actual } = comparison;
    const isSo = typeof actual === "number" && actual <= Number(bound);
    return isSo ? [] : [differs(comparison, `at most ${show(bound)}`)];
  },
  $save: ({ actual, saved }, name) => {
    saved.set(String(name), actual);
    return [];
  },
  $ref: (comparison, name) => {
    const { actual, saved } = comparison;
    if (!saved.has(String(name))) throw new Error(`nothing was saved as ${String(name)}`);
    const value = saved.get(String(name));
    return isDeepStrictEqual(value, actual) ? [] : [differs(comparison, `as saved ${show(value)}`)];
  },
};

/** Expected items that find no actual item of their own. */
function unmatched(comparison: Comparison, items: unknown): readonly unknown[] {
  const { actual } = comparison;
  const left: unknown[] = Array.isArray(actual) ? [...actual] : [];
  return (Array.isArray(items) ? items : [items]).filter((item) => {
    const index = left.findIndex(
      (candidate) =>
        differencesAt({ ...comparison, expected: item, actual: candidate }).length === 0,
    );
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

function missing({ path, actual }: Comparison, item: unknown): string {
  return `${path || "/"}: no item matches ${show(item)} in ${show(actual)}`;
}

function differs({ path, actual }: Comparison, wanted: string): string {
  return `${path || "/"}: expected ${wanted}, got ${show(actual)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
