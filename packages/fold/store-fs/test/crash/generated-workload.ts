/** Workloads by chance, the same for the same seed. */
import fc from "fast-check";
import { type Action, annotates, declares, patches, together } from "./workload.js";

const KINDS = [
  "patch",
  "declare",
  "annotate",
  "view",
  "history",
  "diff",
  "check",
  "again",
] as const;

interface Step {
  readonly kind: (typeof KINDS)[number];
  /** Length of a note, so that some records reach over several sectors. */
  readonly noteBytes: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constant("patch" as const) },
    { weight: 3, arbitrary: fc.constantFrom(...KINDS) },
  ),
  noteBytes: fc.constantFrom(0, 0, 0, 300, 1500, 5000),
});

const steps = (maxLength: number): fc.Arbitrary<readonly (readonly Step[])[]> =>
  fc.array(
    fc.oneof(
      { weight: 2, arbitrary: fc.tuple(step) },
      { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
    ),
    { minLength: 2, maxLength },
  );

export interface Generating {
  readonly seed: number;
  /** Set apart from those of another process. */
  readonly prefix: string;
  /** Whether the entry `e` is there; it is declared first if not. */
  readonly hasEntry: boolean;
  /** One after the other; at least 2. */
  readonly groupsMax: number;
}

/** Steps in one group are called at once, on one handle. */
export function generatedWorkload({
  seed,
  prefix,
  hasEntry,
  groupsMax,
}: Generating): readonly Action[] {
  const [groups = []] = fc.sample(steps(groupsMax), { seed, numRuns: 1 });
  const done: Action[] = hasEntry ? [] : [{ do: "diff" }, declares("e")];
  let count = 0;
  for (const group of groups) {
    const actions = group.map((one) => {
      count += 1;
      return actionOf(one, `${prefix}${count}`, done);
    });
    const [only, ...others] = actions;
    if (only !== undefined) done.push(others.length === 0 ? only : together(...actions));
  }
  return done;
}

function actionOf({ kind, noteBytes }: Step, id: string, done: readonly Action[]): Action {
  const note = "n".repeat(noteBytes);
  switch (kind) {
    case "patch":
      return patches(id, "e", note);
    case "declare":
      return declares(id, note);
    case "annotate":
      return annotates(id, "e");
    case "check": {
      const { batch } = declares(id, note);
      return { do: "check", batch };
    }
    case "again":
      return done.find((action) => action.do === "commit") ?? { do: "view" };
    case "view":
    case "history":
    case "diff":
      return { do: kind };
    default:
      return kind satisfies never;
  }
}
