/** Requests at random, such as fit the picture that was last seen often enough to be accepted. */
import { type BatchInput, TIERS, type Tier } from "@fold/contracts";
import type { Ask } from "../history/lines.js";
import type { Random } from "../random.js";
import type { Picture } from "./door.js";

export interface RequestOptions {
  readonly random: Random;
  /** Begins each id, so that no two processes choose the same. */
  readonly process: string;
  readonly actor: string;
}

type Declaration = NonNullable<BatchInput["declarations"]>[number];

/** More entries than this, and they are withdrawn more often than declared. */
const ENTRIES_WANTED = 20;
const REASONS = ["done", "obsolete", "mistaken", "delegated", "other"] as const;

export class RequestSource {
  readonly #options: RequestOptions;
  readonly #random: Random;
  readonly #withdrawn: string[] = [];
  #count = 0;

  constructor(options: RequestOptions) {
    this.#options = options;
    this.#random = options.random;
  }

  next(picture: Picture): Ask {
    const chance = this.#random.between(1, 100);
    if (chance <= 25) return { ask: "view" };
    if (chance <= 33) return { ask: "page", limit: this.#random.between(1, 20) };
    return chance <= 45 ? this.#annotate(picture) : this.#commit(picture);
  }

  #freshId(): string {
    this.#count += 1;
    return `${this.#options.process}-${this.#count}`;
  }

  #annotate({ ids }: Picture): Ask {
    const annotation_id = this.#freshId();
    const entry_id = this.#random.happens(70) ? (this.#random.one(ids) ?? null) : null;
    const text = `What about this? é 你 ${annotation_id}`;
    return {
      ask: "annotate",
      actor: this.#options.actor,
      request: { annotation_id, entry_id, text },
    };
  }

  #commit(picture: Picture): Ask {
    const batch_id = this.#freshId();
    const acknowledges = this.#random.happens(40)
      ? this.#random
          .some(picture.pending, 3)
          .map((annotation_id) => ({ annotation_id, note: "seen" }))
      : [];
    const request: BatchInput = {
      batch_id,
      ...(this.#random.happens(15) ? { base_revision: picture.revision } : {}),
      declarations: this.#declarations(picture),
      acknowledges,
    };
    return { ask: "commit", actor: this.#options.actor, request };
  }

  /** Each about entries of its own, for no entry may be named twice. */
  #declarations({ ids }: Picture): readonly Declaration[] {
    const left = [...this.#random.some(ids, 6)];
    const wanted = this.#random.happens(8) ? 0 : this.#random.between(1, 3);
    return Array.from({ length: wanted }, () => this.#declaration(left, ids.length));
  }

  #declaration(left: string[], entryCount: number): Declaration {
    const chance = this.#random.between(1, 100);
    const isFull = entryCount > ENTRIES_WANTED;
    const id = chance <= (isFull ? 10 : 45) ? undefined : left.pop();
    if (id === undefined)
      return this.#random.happens(15) ? this.#seldom(left) : this.#declare(left);
    if (chance <= (isFull ? 50 : 80)) return this.#patch(id);
    if (chance <= 86) return this.#supersede(id);
    const other = chance <= 90 ? left.pop() : undefined;
    if (other !== undefined) return { op: "merge", into: other, from: [id] };
    this.#withdrawn.push(id);
    const reason = { code: this.#random.one(REASONS) ?? "done" };
    return { op: "withdraw", id, reason, subtree: this.#random.happens(70) };
  }

  #declare(left: string[]): Declaration {
    const id = this.#freshId();
    const parent = this.#random.happens(35) ? (left.pop() ?? null) : null;
    return { op: "declare", id, title: `Entry ${id}`, tier: this.#tier(), kind: "info", parent };
  }

  #seldom(left: string[]): Declaration {
    const id = this.#random.one(this.#withdrawn);
    if (id === undefined || left.length > 3) {
      return { op: "budget", layer: null, budget: this.#random.happens(50) ? 64 : 128 };
    }
    return { op: "restore", id, subtree: this.#random.happens(50) };
  }

  #patch(id: string): Declaration {
    if (this.#random.happens(30)) return { op: "patch", id, tier: this.#tier() };
    const title = `Changed ${this.#random.between(1, 1000)}`;
    return this.#random.happens(30)
      ? { op: "patch", id, summary: this.#random.happens(80) ? `${title}. `.repeat(8) : null }
      : { op: "patch", id, title };
  }

  #supersede(id: string): Declaration {
    const next = this.#freshId();
    return {
      op: "supersede",
      id: next,
      replaces: [id],
      title: `Instead of ${id}`,
      tier: this.#tier(),
    };
  }

  /** Small ones mostly, so that a layer holds many. */
  #tier(): Tier {
    return this.#random.one(this.#random.happens(85) ? TIERS.slice(0, 3) : TIERS) ?? "XXS";
  }
}
