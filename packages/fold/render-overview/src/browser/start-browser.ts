/** A browser of our own: started with a profile that goes away with it, and one page to draw on. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright-core";
import { Failure, failureOf } from "../failure.js";
import { type HeldFolder, makeHeldFolder, sweepHeldFolders } from "../held/held-folder.js";
import { SHEET } from "../html/style-sheet.js";
import { reasonOf } from "../output/reason.js";
import { type Environment, findBrowser, HOW_TO_GET_ONE } from "./find-browser.js";
import { flagsFor } from "./flags.js";
import { within } from "./within.js";

export interface Canvas {
  /** Does one step of drawing. Rejects with a `Failure` when the browser dies or stands still. */
  readonly step: <Value>(work: Promise<Value>) => Promise<Value>;
  readonly page: Page;
  readonly name: string;
  readonly version: string;
  /** What the page asked for since the last look; it may ask for nothing. */
  readonly takeRequests: () => readonly string[];
}

export interface RunningBrowser {
  readonly canvas: Canvas;
  readonly isAlive: () => boolean;
  /** Ends it and removes its profile. One that does not answer is killed as this process ends. */
  readonly close: () => Promise<void>;
}

const START_MS = 30_000;
const CLOSE_MS = 5_000;
/** For one step of drawing. */
const STEP_MS = 30_000;

const PROFILES = { start: "fold-overview-browser-", end: "" } as const;

/** Rejects with a `Failure` of the stage `browser`. */
export async function startBrowser(env: Environment): Promise<RunningBrowser> {
  const found = findBrowser(env);
  if (!found.ok) throw new Failure("browser", found.message);
  const { chromium } = await loadDriver();
  const profile = makeProfile();
  const removeProfile = (): void => profile.remove();
  process.on("exit", removeProfile);
  const folder = join(profile.path, "profile");
  const context = await chromium
    .launchPersistentContext(folder, {
      ...CONTEXT,
      executablePath: found.path,
      ignoreDefaultArgs: true,
      args: [...flagsFor(folder)],
      timeout: START_MS,
      artifactsDir: join(profile.path, "artifacts"),
    })
    .catch((cause: unknown) => {
      process.off("exit", removeProfile);
      profile.remove();
      const message = `${found.path} did not start as a browser: ${startFault(cause)}. ${HOW_TO_GET_ONE}`;
      throw new Failure("browser", message, { cause });
    });
  // By now the driver listens as well, and kills the browser: the profile goes after that.
  process.off("exit", removeProfile);
  process.on("exit", removeProfile);
  const close = async (): Promise<void> => {
    await within(CLOSE_MS, context.close()).catch(() => {});
    process.off("exit", removeProfile);
    removeProfile();
  };
  try {
    const canvas = await openCanvas(context, found.path);
    const isAlive = (): boolean =>
      context.browser()?.isConnected() === true && !canvas.page.isClosed();
    return { canvas, isAlive, close };
  } catch (error) {
    await close();
    throw failureOf(error, "browser");
  }
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

/** The profiles of processes that were killed are swept here, since nobody else would. */
function makeProfile(): HeldFolder {
  const parent = tmpdir();
  try {
    sweepHeldFolders(parent, PROFILES);
    return makeHeldFolder(parent, PROFILES);
  } catch (cause) {
    const message = `The browser needs a folder for its profile in ${parent}: ${reasonOf(cause, parent)}.`;
    throw new Failure("browser", message, { cause });
  }
}

const CONTEXT = {
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
  // Signals are for the program: the command calls its drawing off, and a host does as it likes.
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
} as const;

/** In the log of the driver, how a process ended that was no browser. */
const ENDED = /<process did exit: exitCode=(\w+), signal=(\w+)>/;

/** A clause: the driver's own sentence is about its functions, and its log is for its authors. */
function startFault(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const [, code = "null", signal = "null"] = ENDED.exec(message) ?? [];
  if (signal !== "null") return `it was ended by ${signal}`;
  if (code !== "null") return `it ended with exit code ${code}`;
  if (error instanceof Error && error.name === "TimeoutError") {
    return `it did not answer within ${START_MS / 1000} s`;
  }
  const [first = ""] = message.split("\n");
  return first.replace(/^browserType\.\w+: /, "").replace(/[.:\s]+$/, "");
}

async function openCanvas(context: BrowserContext, path: string): Promise<Canvas> {
  let reportDeath: (failure: Failure) => void = () => {};
  const death = new Promise<never>((_, reject) => {
    reportDeath = reject;
  });
  death.catch(() => {});
  context.on("close", () => reportDeath(new Failure("draw", "The browser ended midway.")));
  const step = <Value>(work: Promise<Value>): Promise<Value> =>
    within(STEP_MS, Promise.race([work, death]));

  const page = context.pages()[0] ?? (await step(context.newPage()));
  let requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url().slice(0, 200));
  });
  return {
    page,
    step,
    name: path.replace(/^.*[\\/]/, ""),
    version: context.browser()?.version() ?? "",
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
  };
}
