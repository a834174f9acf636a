/** One browser and one page in it, started when first needed and kept until closed. */
import type { Browser, Page } from "playwright-core";
import { Failure, failureOf } from "../failure.js";
import { SHEET } from "../html/style-sheet.js";
import { type Environment, findBrowser, HOW_TO_GET_ONE } from "./find-browser.js";

export interface Canvas {
  /** Does one step of drawing. Rejects with a `Failure` when the browser dies or stands still. */
  readonly step: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly page: Page;
  readonly name: string;
  readonly version: string;
  /** What the page asked for since the last look; it may ask for nothing. */
  readonly takeRequests: () => readonly string[];
}

export interface Drawer {
  canvas(): Promise<Canvas>;
  close(): Promise<void>;
}

/** The package is told apart from a real failure to start, for then there is something to install. */
async function loadDriver(): Promise<typeof import("playwright-core")> {
  try {
    const driver = await import("playwright-core");
    // From CommonJS: what was assigned to `module.exports` may stand under `default` alone.
    return "chromium" in driver ? driver : (driver as { default: typeof driver }).default;
  } catch (cause) {
    throw new Failure(
      "browser",
      "The package playwright-core, which drives the browser, is not installed: npm install playwright-core. With --html it is not needed.",
      { cause },
    );
  }
}

export function createDrawer({ env }: { readonly env: Environment }): Drawer {
  let running: Promise<{ readonly browser: Browser; readonly canvas: Canvas }> | null = null;
  return {
    async canvas() {
      const found = await running?.catch(() => null);
      if (found?.browser.isConnected() !== true || found.canvas.page.isClosed()) {
        await within(CLOSE_MS, found?.browser.close()).catch(() => {});
        running = start(env);
      }
      const { canvas } = await (running ?? start(env));
      return canvas;
    },
    async close() {
      const found = await running?.catch(() => null);
      running = null;
      // One that does not answer is killed as this process ends.
      await within(CLOSE_MS, found?.browser.close()).catch(() => {});
    },
  };
}

const CLOSE_MS = 5_000;

/**
 * The driver may wait for ever: for a browser that stands still, and for a page of one that died while
 * the page was being opened.
 */
async function within<Value>(ms: number, work: Promise<Value> | undefined): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const failure = new Failure("draw", `The browser did not answer within ${ms / 1000} s.`);
    timer = setTimeout(() => reject(failure), ms);
  });
  try {
    return await Promise.race([work as Promise<Value>, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** For one step of drawing. */
const STEP_MS = 30_000;

async function start(env: Environment): Promise<{ browser: Browser; canvas: Canvas }> {
  const found = findBrowser(env);
  if (!found.ok) throw new Failure("browser", found.message);
  const { chromium } = await loadDriver();
  const browser = await chromium
    .launch({
      executablePath: found.path,
      args: flags(),
      timeout: START_MS,
      // A picture that is asked for by a command ends with it; the command says how.
      handleSIGHUP: true,
    })
    .catch((cause: unknown) => {
      const reason = failureOf(cause, "browser").message.split("\n")[0] ?? "";
      throw new Failure("browser", `${found.path} did not start: ${reason} ${HOW_TO_GET_ONE}`, {
        cause,
      });
    });
  try {
    return { browser, canvas: await openCanvas(browser, found.path) };
  } catch (error) {
    await within(CLOSE_MS, browser.close()).catch(() => {});
    throw failureOf(error, "browser");
  }
}

const START_MS = 30_000;

/** As root a browser has no sandbox to fall back to; the page has no script and no network anyway. */
function flags(): string[] {
  const isRoot = process.getuid?.() === 0;
  return [
    ...(isRoot ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-background-networking",
    "--font-render-hinting=none",
    "--force-color-profile=srgb",
    "--host-resolver-rules=MAP * ~NOTFOUND",
  ];
}

async function openCanvas(browser: Browser, path: string): Promise<Canvas> {
  let reportDeath: (failure: Failure) => void = () => {};
  const death = new Promise<never>((_, reject) => {
    reportDeath = reject;
  });
  death.catch(() => {});
  browser.on("disconnected", () => reportDeath(new Failure("draw", "The browser ended midway.")));
  const step = <Value>(work: Promise<Value>): Promise<Value> =>
    within(STEP_MS, Promise.race([work, death]));

  const opening = browser.newPage({
    viewport: { width: SHEET.width, height: SHEET.height },
    deviceScaleFactor: SHEET.scale,
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-US",
    timezoneId: "UTC",
    javaScriptEnabled: false,
    offline: true,
    acceptDownloads: false,
    serviceWorkers: "block",
  });
  const page = await step(opening);
  let requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url().slice(0, 200));
  });
  return {
    page,
    step,
    name: path.replace(/^.*[\\/]/, ""),
    version: browser.version(),
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
}
