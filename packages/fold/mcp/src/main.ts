/** From a command line to a server, and from its end to an exit code. */
import type { Readable, Writable } from "node:stream";
import { readCommandLine, type Settings } from "./command-line.js";
import { foldServer } from "./fold-server.js";
import { HELP } from "./help.js";
import { type Serving, serveOverStdio } from "./stdio/serve-stdio.js";
import { findStore } from "./store/find-store.js";
import { storeHandle } from "./store/store-handle.js";
import { watchingOf } from "./store/watching.js";
import { VERSION } from "./version.js";

/** The world as the server may touch it. */
export interface World {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: () => string;
  /** Calls back when the process is told to end. */
  readonly onStop: (stop: () => void) => void;
}

export const EXIT = { ok: 0, bug: 1, usage: 2, unavailable: 5 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export async function main(args: readonly string[], world: World): Promise<ExitCode> {
  const line = readCommandLine(args);
  switch (line.asks) {
    case "help":
      world.stdout.write(HELP);
      return EXIT.ok;
    case "version":
      world.stdout.write(`${VERSION}\n`);
      return EXIT.ok;
    case "nothing":
      world.stderr.write(`fold-mcp: ${line.message}.\nSee: fold-mcp --help\n`);
      return EXIT.usage;
    case "serve":
      return serve(line.settings, world);
  }
}

async function serve(settings: Settings, world: World): Promise<ExitCode> {
  const { cwd, environment, now } = world;
  const { dir, init, actor, annotator, language, readOnly } = settings;
  const report = (line: string): void => void world.stderr.write(`fold-mcp: ${line}\n`);
  const environmentDir = environment["FOLD_DIR"];
  const store = storeHandle({ init, find: () => findStore({ cwd, dir, environmentDir, init }) });
  const watching = watchingOf(store, report);
  const options = { store, watching, actor, annotator, language, readOnly, now, report };
  const makeServer = () => foldServer(options);
  try {
    const started = await start(settings, { ...world, makeServer, watching, report });
    if ("message" in started) {
      report(started.message);
      return EXIT.unavailable;
    }
    world.onStop(() => void started.close());
    const isWanted = await started.ended;
    return isWanted ? EXIT.ok : EXIT.unavailable;
  } finally {
    watching.close();
    // Calls that are running end first: what was begun is saved or refused, and not left open.
    await store.close();
  }
}

type StartOptions = Parameters<typeof serveOverStdio>[0];

async function start(
  { http }: Settings,
  options: StartOptions,
): Promise<Serving | { readonly message: string }> {
  if (http === null) return serveOverStdio(options);
  const { readTokenFile } = await import("./http/token-file.js");
  const { serveOverHttp } = await import("./http/serve-http.js");
  const file = readTokenFile(http.tokenFile);
  if (!file.ok) return file;
  try {
    const serving = await serveOverHttp({ ...options, token: file.token, port: http.port });
    options.report(`Serving at ${serving.url}, with the token in ${http.tokenFile}.`);
    return serving;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { message: `Cannot serve on port ${http.port}: ${reason}` };
  }
}
