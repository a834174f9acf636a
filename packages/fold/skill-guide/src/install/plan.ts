/**
 * What an installation or a removal would do, found out before anything is touched: either steps, or
 * problems, and with a problem nothing is done at all.
 */
import { isAbsolute, relative, sep } from "node:path";
import type { Files } from "./files.js";

/** Something to do at a path, or, with `keep`, something that is already as it should be. */
export type Step =
  | { readonly action: "create" | "update"; readonly path: string; readonly bytes: Uint8Array }
  | { readonly action: "remove" | "keep" | "make_folder" | "remove_folder"; readonly path: string };

export type Problem =
  /** Installed by us, and changed by somebody since. */
  | { readonly code: "changed"; readonly path: string }
  /** Not put there by us. */
  | { readonly code: "foreign"; readonly path: string }
  | { readonly code: "not_a_file"; readonly path: string }
  | { readonly code: "is_a_link"; readonly path: string }
  /** A link on the way leads out of the root. */
  | { readonly code: "leads_out"; readonly path: string }
  | { readonly code: "damaged_note"; readonly path: string }
  | { readonly code: "not_utf8"; readonly path: string }
  | {
      readonly code: "two_sections" | "unbalanced";
      readonly path: string;
      readonly lines: readonly number[];
    };

export interface Plan {
  readonly steps: readonly Step[];
  readonly problems: readonly Problem[];
}

export interface Asked {
  readonly root: string;
  /** Relative to the root. */
  readonly skill: string;
  readonly agents: string | null;
  readonly force: boolean;
}

export interface Wanted {
  readonly version: string;
  readonly language: string;
  readonly files: ReadonlyMap<string, string>;
  readonly section: string;
}

/** What several plans come to. */
export function joined(...plans: readonly Plan[]): Plan {
  return {
    steps: plans.flatMap(({ steps }) => steps),
    problems: plans.flatMap(({ problems }) => problems),
  };
}

export function step(only: Step): Plan {
  return { steps: [only], problems: [] };
}

export function problem(only: Problem): Plan {
  return { steps: [], problems: [only] };
}

/** A link that leads nowhere does not lead inside either. */
export function leadsInside(path: string, realRoot: string, files: Files): boolean {
  try {
    const way = relative(realRoot, files.realPath(path));
    return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
  } catch {
    return false;
  }
}

/** Does what a plan says, in its order; throws what the system says, with the path that it was about. */
export function carryOut(steps: readonly Step[], files: Files): void {
  for (const one of steps) {
    switch (one.action) {
      case "create":
      case "update":
        files.write(one.path, one.bytes);
        break;
      case "make_folder":
        files.makeFolder(one.path);
        break;
      case "remove":
        files.remove(one.path);
        break;
      case "remove_folder":
        if (files.kindOf(one.path) === "folder") files.removeFolder(one.path);
        break;
      case "keep":
        break;
    }
  }
}
