/** The one browser of a renderer, started when first needed and kept until closed. */
import type { Environment } from "./find-browser.js";
import { type Canvas, type RunningBrowser, startBrowser } from "./start-browser.js";
import { within } from "./within.js";

export interface Drawer {
  /** Rejects with a `Failure` of the stage `browser`. */
  canvas(): Promise<Canvas>;
  close(): Promise<void>;
}

export function createDrawer({ env }: { readonly env: Environment }): Drawer {
  let running: Promise<RunningBrowser> | null = null;
  let closing: Promise<void> = Promise.resolve();
  return {
    async canvas() {
      const found = await running?.catch(() => null);
      if (running !== null && found?.isAlive() === true) return found.canvas;
      await found?.close();
      const starting = startBrowser(env);
      running = starting;
      return (await starting).canvas;
    },
    close() {
      const ended = running?.then(
        (browser) => browser.close(),
        () => {},
      );
      running = null;
      if (ended !== undefined) closing = within(END_MS, ended).catch(() => {});
      return closing;
    },
  };
}

/** So long is waited for one that starts or ends; one that stands still is killed as this process ends. */
const END_MS = 6_000;
