/**
 * All that the browser is told, and nothing of the driver's own: the driver would hold up a start with
 * a page of a profile, and so notice only after half a minute when the browser dies over it.
 */
export function flagsFor(profile: string): readonly string[] {
  return [
    `--user-data-dir=${profile}`,
    "--remote-debugging-pipe",
    "--headless",
    "--no-startup-window",
    ...PICTURE,
    ...QUIET,
    ...ALONE,
  ];
}

/** What pixels depend on. */
const PICTURE = [
  "--disable-gpu",
  "--enable-unsafe-swiftshader",
  "--font-render-hinting=none",
  "--force-color-profile=srgb",
  "--hide-scrollbars",
  "--disable-infobars",
];

/** Nothing is fetched, reported, updated or asked for. */
const QUIET = [
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-extensions",
  "--disable-field-trial-config",
  "--disable-search-engine-choice-screen",
  "--disable-sync",
  "--metrics-recording-only",
  "--mute-audio",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-service-autorun",
  "--password-store=basic",
  "--use-mock-keychain",
];

const ALONE = [
  // Where users may not make namespaces, as in most containers and as root, a browser does not start
  // with a sandbox. This one is shown one page, which is ours, with no script and no network.
  "--no-sandbox",
  // In a container the shared memory is often too small for a page.
  "--disable-dev-shm-usage",
  // Nobody looks at the page, which must be drawn all the same.
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-hang-monitor",
];
