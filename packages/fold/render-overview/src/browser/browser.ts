/** One browser and one page in it, started when first needed and kept until closed. */
import type { Browser, Page } from "playwright-core";
import { Failure, failureOf } from "../failure.js";
import { SHEET } from "../html/style-sheet.js";
import { type Environment, findBrowser, HOW_TO_GET_ONE } from "./find-browser.js";

export interface Canvas {
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
        await found?.browser.close().catch(() => {});
        running = start(env);
      }
      const { canvas } = await (running ?? start(env));
      return canvas;
    },
    async close() {
      const found = await running?.catch(() => null);
      running = null;
      await found?.browser.close().catch(() => {});
    },
  };
}

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
    await browser.close().catch(() => {});
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
  const page = await browser.newPage({
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
  let requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url().slice(0, 200));
  });
  return {
    page,
    name: path.replace(/^.*[\\/]/, ""),
    version: browser.version(),
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
}
