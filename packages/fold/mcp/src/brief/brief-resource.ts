/** The brief as a resource: what a person would read, and word when it is no longer current. */
import { brief, LANGUAGES, type Language } from "@fold/brief";
import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { StoreHandle } from "../store/store-handle.js";
import type { Watching } from "../store/watching.js";
import { BRIEF_WORDS } from "./brief-words.js";

export interface BriefOptions {
  readonly store: StoreHandle;
  readonly watching: Watching;
  readonly language: Language;
  readonly now: () => string;
}

/** In the language of the server. */
const BRIEF_URI = "fold://brief";

const LANGUAGE_BY_URI: ReadonlyMap<string, Language | null> = new Map([
  [BRIEF_URI, null],
  ...LANGUAGES.map((language) => [`${BRIEF_URI}/${language}`, language] as const),
]);

export const BRIEF_URIS: readonly string[] = [...LANGUAGE_BY_URI.keys()];

export function registerBrief(server: McpServer, options: BriefOptions): void {
  for (const [uri, named] of LANGUAGE_BY_URI) {
    const lang = named ?? options.language;
    const { title, description } = BRIEF_WORDS[lang];
    const name = named === null ? "brief" : `brief-${named}`;
    const about = { title, description, mimeType: "text/plain" };
    server.registerResource(name, uri, about, async () => {
      const text = await readBrief(options, lang);
      return { contents: [{ uri, mimeType: "text/plain", text }] };
    });
  }
  followSubscriptions(server, options.watching);
}

async function readBrief({ store, now }: BriefOptions, lang: Language): Promise<string> {
  const outcome = await store.read((fold) => fold.state({ now: now() }));
  if (outcome.ok) return brief(outcome.value, { lang });
  // A resource has no result that fails: the protocol has an error, and ours goes along as its data.
  const { failure } = outcome;
  throw new ProtocolError(ProtocolErrorCode.InternalError, failure.message, failure);
}

/** Subscriptions as clients of 2025 make them; those of 2026 are kept by the SDK. */
function followSubscriptions(server: McpServer, watching: Watching): void {
  const stops = new Map<string, Promise<() => void>>();
  const { server: wire } = server;
  wire.setRequestHandler("resources/subscribe", async ({ params: { uri } }) => {
    if (!LANGUAGE_BY_URI.has(uri)) throw unknownResource(uri);
    const tell = (): void => void wire.sendResourceUpdated({ uri }).catch(() => undefined);
    const known = stops.get(uri);
    if (known === undefined) stops.set(uri, watching.listen(tell));
    await stops.get(uri);
    return {};
  });
  wire.setRequestHandler("resources/unsubscribe", async ({ params: { uri } }) => {
    if (!LANGUAGE_BY_URI.has(uri)) throw unknownResource(uri);
    const stop = stops.get(uri);
    stops.delete(uri);
    (await stop)?.();
    return {};
  });
  const { onclose } = wire;
  wire.onclose = () => {
    onclose?.();
    for (const stop of stops.values()) void stop.then((end) => end());
    stops.clear();
  };
}

function unknownResource(uri: string): ProtocolError {
  const message = `There is no resource ${uri}: there are ${BRIEF_URIS.join(", ")}`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { uri });
}
