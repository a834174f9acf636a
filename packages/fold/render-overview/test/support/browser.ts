/** The one browser that the tests of this package share, started when it is first needed. */
import { findBrowser } from "@fold/render-overview";
import { type Browser, chromium } from "playwright-core";

export function browserPath(): string {
  const found = findBrowser(process.env);
  if (!found.ok) throw new Error(found.message);
  return found.path;
}

export function launch(): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath: browserPath(),
    args: [...(isRoot ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  });
}
