import type { Batch, Declaration, Violation } from "@fold/contracts";
import { violation } from "@fold/contracts/values";
import { groupBy } from "../group-by.js";

/** One thing that a batch names to act on it, and where. */
interface Naming {
  readonly target: string | null;
  readonly path: string;
}

/** The entries that a declaration acts on (null: the root layer), each with its place. */
function namingsOf(declaration: Declaration, index: number): readonly Naming[] {
  const path = `/declarations/${index}`;
  switch (declaration.op) {
    case "declare":
    case "patch":
    case "withdraw":
    case "restore":
      return [{ target: declaration.id, path: `${path}/id` }];
    case "supersede":
      return [
        { target: declaration.id, path: `${path}/id` },
        ...listed(declaration.replaces, `${path}/replaces`),
      ];
    case "merge":
      return [
        { target: declaration.into, path: `${path}/into` },
        ...listed(declaration.from, `${path}/from`),
      ];
    case "budget":
      return [{ target: declaration.layer, path: `${path}/layer` }];
  }
}

function listed(ids: readonly string[], path: string): readonly Naming[] {
  return ids.map((target, index) => ({ target, path: `${path}/${index}` }));
}

/** Every target of a batch with the index of the declaration that acts on it. */
export function targetsOf(
  declarations: readonly Declaration[],
): ReadonlyMap<string | null, number> {
  return new Map(
    declarations.flatMap((declaration, index) =>
      namingsOf(declaration, index).map(({ target }) => [target, index] as const),
    ),
  );
}

/** A target named twice would make the order of declarations matter, and so would an annotation. */
export function conflictingDeclarations(batch: Batch): readonly Violation[] {
  const namings = (batch.declarations ?? []).flatMap(namingsOf);
  const acknowledged = (batch.acknowledges ?? []).map(({ annotation_id }, index) => ({
    target: annotation_id,
    path: `/acknowledges/${index}/annotation_id`,
  }));
  return [...repeated(namings), ...repeated(acknowledged)];
}

function repeated(namings: readonly Naming[]): readonly Violation[] {
  if (namings.length < 2) return [];
  return [...groupBy(namings, ({ target }) => target)].flatMap(([target, same]) => {
    const paths = same.map(({ path }) => path);
    const [, second] = paths;
    if (second === undefined) return [];
    return [violation({ code: "conflicting_declarations", path: second, target, paths })];
  });
}
