/** The store through the SDK, in this process. */
import { FoldError, openFold } from "@fold/sdk";
import { type FsPort, type LockPort, nodeFs } from "@fold/store-fs";
import type { Ask } from "../history/lines.js";
import type { Door, Reply } from "./door.js";
import { pageReply, viewReply } from "./replies.js";

export interface SdkDoorOptions {
  readonly dir: string;
  readonly lockTimeoutMs: number;
  readonly fs?: FsPort | undefined;
  readonly lock?: LockPort | undefined;
}

export async function openSdkDoor({ fs = nodeFs, ...options }: SdkDoorOptions): Promise<Door> {
  const { lock, ...given } = options;
  const settings = { ...given, fs, ...(lock === undefined ? {} : { lock }) };
  let fold = await openFold(settings);
  return {
    async call(ask, now) {
      try {
        return await reply(fold, ask, now);
      } catch (error) {
        if (error instanceof FoldError) return { answer: error.failure, picture: null };
        throw error;
      }
    },
    async reopen() {
      const before = fold;
      fold = await openFold(settings);
      await before.close();
    },
    close: () => fold.close(),
  };
}

type OpenStore = Awaited<ReturnType<typeof openFold>>;

async function reply(fold: OpenStore, ask: Ask, now: string): Promise<Reply> {
  switch (ask.ask) {
    case "commit":
      return {
        answer: await fold.commit(ask.request, { actor: ask.actor, now }),
        picture: null,
      };
    case "annotate":
      return {
        answer: await fold.annotate(ask.request, { actor: ask.actor, now }),
        picture: null,
      };
    case "view":
      return viewReply(await fold.state({ now }));
    case "page":
      return pageReply(await fold.history({ reverse: true, limit: ask.limit }));
    default:
      return ask satisfies never;
  }
}
