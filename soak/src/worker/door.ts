/** A way to a store. Whatever comes of a call is an answer. */
import type { Answer, Ask } from "../history/lines.js";

export interface Reply {
  readonly answer: Answer;
  /** What a view showed, for the requests that come next. */
  readonly picture: Picture | null;
}

/** What is there to write about. */
export interface Picture {
  readonly ids: readonly string[];
  readonly pending: readonly string[];
  readonly revision: number;
}

export interface Door {
  call(ask: Ask, now: string): Promise<Reply>;
  /** Lets go of whatever it holds and begins anew. */
  reopen(): Promise<void>;
  close(): Promise<void>;
}
