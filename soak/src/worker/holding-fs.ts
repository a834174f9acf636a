/** File calls that now and then pause right before the log grows, while the store is held. */
import { type FsPort, nodeFs } from "@fold/store-fs";
import type { Random } from "../random.js";

export interface Pauses {
  readonly random: Random;
  /** How many of a hundred records are held up. */
  readonly percent: number;
  readonly longestMs: number;
  onEnter(): void;
  onLeave(): void;
}

export function holdingFs({ random, percent, longestMs, onEnter, onLeave }: Pauses): FsPort {
  return {
    ...nodeFs,
    append(fd, bytes) {
      if (random.happens(percent)) {
        onEnter();
        // The whole process stands still, as it does in a long garbage collection or a page fault.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, random.between(20, longestMs));
        onLeave();
      }
      return nodeFs.append(fd, bytes);
    },
  };
}
