/** Pictures of a state: what is drawn is what is printed, from one captured read. */
import { resolve } from "node:path";
import type { Answer, Renderer, StateDiff, StateView } from "@fold/contracts";
import type { FoldResults, ReadOutcome, StateQuery } from "@fold/sdk";
import type { Io } from "../io.js";
import type { OverviewOptions } from "./read-options.js";

/** Not part of the bundle: it is looked for when it is asked for. */
const RENDERER = "@fold/render-overview";

/** How often a view and a diff are read again because a record came between the two. */
const TRIES = 20;

export interface Captured {
  readonly view: StateView;
  readonly diff: StateDiff | null;
  /** What the call prints: the diff where there is one. */
  readonly answer: StateView | StateDiff;
}

/** The view and, with `since`, the diff of the same record: read until no record came between. */
export async function captureBoth(
  fold: Pick<FoldResults, "state">,
  { since, ...query }: StateQuery,
): Promise<ReadOutcome<Captured>> {
  for (let tries = 1; ; tries += 1) {
    const diff = since === undefined ? null : await fold.state({ now: query.now, since });
    if (diff !== null && !diff.ok) return diff;
    const view = await fold.state(query);
    if (!view.ok) return view;
    if (view.value.schema !== "fold.state/1") throw new Error("a view was asked for");
    if (diff === null) return captured(view.value, null);
    if (diff.value.schema !== "fold.diff/1") throw new Error("a diff was asked for");
    if (diff.value.to.event_seq === view.value.event_seq) return captured(view.value, diff.value);
    if (tries === TRIES) {
      const message = `Records came faster than the state could be read, ${TRIES} times.`;
      return { ok: false, failure: { outcome: "unavailable", reason: "io", message } };
    }
  }
}

function captured(view: StateView, diff: StateDiff | null): ReadOutcome<Captured> {
  return { ok: true, value: { view, diff, answer: diff ?? view } };
}

type ImageFailed = Extract<Answer, { outcome: "image_failed" }>;

export type Drawn =
  | { readonly ok: true; readonly words: string }
  | { readonly ok: false; readonly answer: ImageFailed };

/** Draws what was read. Every failure is an answer. */
export async function drawOverview(
  { view, diff }: Captured,
  {
    overview,
    lang,
    store,
    io,
    signal,
  }: {
    readonly overview: OverviewOptions;
    readonly lang: "en" | "zh";
    readonly store: string;
    readonly io: Pick<Io, "importModule" | "cwd">;
    readonly signal: AbortSignal;
  },
): Promise<Drawn> {
  const dir = resolve(io.cwd, overview.dir);
  // Only the renderer knows what is its own in a folder.
  const untouched = `${dir} is as it was, and what it holds is of an earlier run.`;
  const loaded = await io.importModule(RENDERER).then(
    (found) => ({ found }),
    () => null,
  );
  if (loaded === null) {
    return failed("load", `${RENDERER} is not installed: npm install ${RENDERER}. ${untouched}`);
  }
  if (!isRendererModule(loaded.found)) {
    const message = `This version of fold cannot use the ${RENDERER} that is installed. ${untouched}`;
    return failed("load", message);
  }
  const renderer = loaded.found.createRenderer();
  const { kinds, minTier: min_tier, top, html } = overview;
  const result = await renderer.render(
    {
      view,
      diff,
      dir,
      store,
      lang,
      format: html ? "html" : "png",
      selection: { kinds, min_tier, top },
    },
    { signal },
  );
  // The process ends the browser as it ends; waiting for it to close would only take longer.
  if (!result.ok) return failed(result.stage, result.message);
  return { ok: true, words: `${dir}: ${namesOf(result.files)}` };
}

function namesOf(files: readonly string[]): string {
  const [first = "", ...rest] = files;
  return rest.length < 3 ? files.join(", ") : `${first} … ${rest.slice(-2).join(", ")}`;
}

function failed(stage: string, message: string): Drawn {
  return { ok: false, answer: { outcome: "image_failed", stage, message } };
}

function isRendererModule(found: unknown): found is { createRenderer(): Renderer } {
  return (
    typeof found === "object" &&
    found !== null &&
    "createRenderer" in found &&
    typeof found.createRenderer === "function"
  );
}
