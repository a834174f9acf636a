import type { StateDiff } from "./schema/diff.js";
import type { StateView } from "./schema/view.js";

/** One captured read to draw: a commit that lands meanwhile cannot appear in it. */
export interface RenderRequest {
  readonly view: StateView;
  readonly diff: StateDiff | null;
  /** Where the files go: apart from the store. */
  readonly dir: string;
  readonly lang: "en" | "zh";
}

export type RenderResult =
  | { readonly ok: true; readonly files: readonly string[] }
  | { readonly ok: false; readonly stage: string; readonly message: string };

/** Draws a view; a consumer of the read path that adds no state of its own. */
export interface Renderer {
  render(
    request: RenderRequest,
    options?: { readonly signal?: AbortSignal },
  ): Promise<RenderResult>;
  close(): Promise<void>;
}
