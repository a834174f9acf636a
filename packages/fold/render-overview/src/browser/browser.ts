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
  return {
    async canvas() {
      const found = await running?.catch(() => null);
      if (found?.isAlive() !== true) {
        await found?.close();
        running = startBrowser(env);
      }
      const { canvas } = await (running ?? startBrowser(env));
      return canvas;
    },
    async close() {
      const closing = running;
      running = null;
      if (closing === null) return;
      const closed = closing.then(
        (browser) => browser.close(),
        () => {},
      );
      // One that only starts is closed once it has, or killed as this process ends.
      await within(STARTED_MS, closed).catch(() => {});
    },
  };
}

/** So long is waited for a browser that starts or ends; nobody waits for one that stands still. */
const STARTED_MS = 6_000;
