/** Where a browser may be that can draw: named by FOLD_BROWSER, on the PATH, or where it installs. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A headless shell starts in half the time of the whole browser, so it comes first. */
const NAMES = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
];

const USUAL_PLACES: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
    "C:\\Program Files\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

export type Environment = Readonly<Record<string, string | undefined>>;

export type FoundBrowser =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly message: string };

export const HOW_TO_GET_ONE =
  "Install one, on Debian with: apt-get install chromium-headless-shell, or name one with FOLD_BROWSER. " +
  "With --html no browser is needed.";

export function findBrowser(env: Environment): FoundBrowser {
  const named = env["FOLD_BROWSER"];
  if (named !== undefined && named !== "") {
    if (isProgram(named)) return { ok: true, path: named };
    return { ok: false, message: `FOLD_BROWSER names ${named}, which cannot be run.` };
  }
  const folders = (env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const onPath = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const path = [...onPath, ...(USUAL_PLACES[process.platform] ?? [])].find(isProgram);
  if (path !== undefined) return { ok: true, path };
  return { ok: false, message: `No Chromium, Chrome or Edge was found. ${HOW_TO_GET_ONE}` };
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
