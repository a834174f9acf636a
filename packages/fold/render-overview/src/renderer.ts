import { setImmediate } from "node:timers/promises";
import type { Renderer, RenderRequest, RenderResult, RenderStage } from "@fold/contracts";
import { createDrawer, type Drawer } from "./browser/browser.js";
import { draw } from "./browser/draw.js";
import type { Environment } from "./browser/find-browser.js";
import { Failure, failureOf } from "./failure.js";
import { type Fonts, FontsMissing, openFonts } from "./fonts/fonts.js";
import { preparePage } from "./html/prepare.js";
import { htmlOutput, pngOutput } from "./output/manifest.js";
import { type Noted, type OutputFolder, openOutputFolder } from "./output/output-folder.js";
import { pictureOf } from "./picture/picture.js";

export interface RendererOptions {
  /** Where `FOLD_BROWSER` and `PATH` are looked up; the environment of the process unless given. */
  readonly env?: Environment | undefined;
}

/**
 * A renderer that starts a browser with the first picture and keeps it for the next one. Calls are
 * answered one after the other. `close` ends the browser; so does the end of the process.
 */
export function createRenderer({ env = process.env }: RendererOptions = {}): Renderer {
  const drawer = createDrawer({ env });
  let fonts: Fonts | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const getFonts = (): Fonts => {
    fonts ??= openFonts();
    return fonts;
  };
  return {
    render(request, { signal } = {}) {
      const result = last.then(() => renderNow(request, { drawer, getFonts, signal }));
      last = result;
      return result;
    },
    async close() {
      await last;
      await drawer.close();
    },
  };
}

interface Means {
  readonly drawer: Drawer;
  readonly getFonts: () => Fonts;
  readonly signal: AbortSignal | undefined;
}

async function renderNow(request: RenderRequest, means: Means): Promise<RenderResult> {
  let folder: OutputFolder;
  try {
    folder = await openOutputFolder(request.dir, request.store);
  } catch (error) {
    const { stage, message } = failureOf(error, "folder");
    return { ok: false, stage, message };
  }
  try {
    const { files, manifest } = await outputOf(request, means);
    // A signal that came while nothing could be heard is heard now.
    await setImmediate();
    stopIfCalledOff(means.signal);
    return { ok: true, files: await folder.publish(files, manifest) };
  } catch (error) {
    const { stage, message } = failureOf(error, stageOf(error));
    const { event_seq, revision, now } = request.view;
    const note = {
      schema: "fold.overview.failed/1",
      stage,
      reason: message,
      source_event_seq: event_seq,
      revision,
      now,
    };
    const rest = NOTED[await folder.fail(note)];
    return { ok: false, stage, message: `${message}${rest}` };
  }
}

const NOTED: Readonly<Record<Noted, string>> = {
  noted: "",
  superseded:
    " Another run has put its pictures there meanwhile, and they are of the same record or a later one: they stay, without a note of this failure.",
  unnoted: " No note of it could be left there either.",
};

function stageOf(error: unknown): RenderStage {
  if (error instanceof FontsMissing) return "fonts";
  return "draw";
}

function stopIfCalledOff(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new Failure("draw", "Drawing was called off.");
}

async function outputOf(request: RenderRequest, { drawer, getFonts, signal }: Means) {
  if (request.format === "html") {
    const picture = pictureOf(request);
    const prepared = preparePage(picture, {
      fonts: getFonts(),
      lang: request.lang,
      squeezed: new Map(),
      mode: "page",
    });
    return htmlOutput(request, picture, prepared);
  }
  let callOff: () => void = () => {};
  // A browser that is slow to start is not waited for by somebody who no longer wants a picture.
  const calledOff = new Promise<never>((_, reject) => {
    callOff = () => reject(signal?.reason);
  });
  calledOff.catch(() => {});
  const stop = (): void => {
    callOff();
    void drawer.close();
  };
  signal?.addEventListener("abort", stop, { once: true });
  try {
    stopIfCalledOff(signal);
    // The browser starts while the picture is worked out.
    const starting = drawer.canvas();
    starting.catch(() => {});
    const picture = pictureOf(request);
    const fonts = getFonts();
    const canvas = await Promise.race([starting, calledOff]);
    const drawing = await draw(picture, { canvas, fonts, lang: request.lang, signal });
    const browser = { name: canvas.name, version: canvas.version };
    return pngOutput(request, picture, { ...drawing, browser });
  } catch (error) {
    // Whatever went wrong in the page, the next picture starts from a new one.
    await drawer.close();
    stopIfCalledOff(signal);
    throw error;
  } finally {
    signal?.removeEventListener("abort", stop);
  }
}
