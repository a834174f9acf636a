import type { StateDiff } from "./schema/diff.js";
import type { StateView } from "./schema/view.js";
import type { Tier } from "./tiers.js";

/** Which entries are drawn with their text; all others become blank boxes of their own area. */
export interface OverviewSelection {
  /** Of these kinds only; null is any kind. */
  readonly kinds: readonly string[] | null;
  /** Of this tier or a larger one; null is any tier. */
  readonly min_tier: Tier | null;
  /** Of what is left, the first so many of each layer; null is all of them. */
  readonly top: number | null;
}

/** One captured read to draw: a commit that lands meanwhile cannot appear in it. */
export interface RenderRequest {
  readonly view: StateView;
  /** What separates a baseline from `view`, of the same read; null without a baseline. */
  readonly diff: StateDiff | null;
  /** Where the files go: a folder apart from the store, made if it is not there. */
  readonly dir: string;
  /** The directory of the store, where there is one on this machine: `dir` may not lie in it. */
  readonly store?: string | undefined;
  readonly lang: "en" | "zh";
  /** Pictures (`png`, unless set), which need a browser, or one page that needs none. */
  readonly format?: "png" | "html" | undefined;
  /** All entries unless set. */
  readonly selection?: OverviewSelection | undefined;
}

/**
 * How far drawing came when it failed. `load`: no renderer; `folder`: `dir` cannot be used; `fonts`:
 * a font of the renderer is missing; `browser`: there is none, or it did not start; `draw`: it ended
 * midway; `verify`: what was drawn is not what the state says; `write`: the files could not be saved.
 */
export type RenderStage = "load" | "folder" | "fonts" | "browser" | "draw" | "verify" | "write";

export type RenderResult =
  | {
      readonly ok: true;
      /** Names within `dir`, the pictures first and the manifest last. */
      readonly files: readonly string[];
    }
  | { readonly ok: false; readonly stage: RenderStage; readonly message: string };

/** Draws a view; a consumer of the read path that adds no state of its own. */
export interface Renderer {
  /** Every failure is a result. */
  render(
    request: RenderRequest,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<RenderResult>;
  close(): Promise<void>;
}
