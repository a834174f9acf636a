/**
 * Locks as an operating system keeps them for open files: they belong to the descriptor, and go when
 * it is closed or its process ends. Whoever waits is served in the order of asking.
 */
import type { LockKind } from "@fold/store-fs";

export interface LockRequest {
  readonly fd: number;
  readonly inode: number;
  readonly kind: LockKind;
}

interface Waiting {
  readonly request: LockRequest;
  readonly onGranted: () => void;
}

export class Locks {
  #held: readonly LockRequest[] = [];
  #waiting: readonly Waiting[] = [];

  try(request: LockRequest): boolean {
    const isFree = this.#held.every(
      ({ fd, inode, kind }) =>
        fd === request.fd ||
        inode !== request.inode ||
        (kind === "shared" && request.kind === "shared"),
    );
    if (isFree) this.#held = [...this.#held.filter(({ fd }) => fd !== request.fd), request];
    return isFree;
  }

  wait(request: LockRequest): Promise<void> {
    if (this.try(request)) return Promise.resolve();
    return new Promise((onGranted) => {
      this.#waiting = [...this.#waiting, { request, onGranted }];
    });
  }

  release(fd: number): void {
    this.#held = this.#held.filter((held) => held.fd !== fd);
    for (const waiting of this.#waiting) {
      if (!this.try(waiting.request)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      waiting.onGranted();
    }
  }

  /** The descriptor is closed: what it holds and what it waits for is over. */
  drop(fd: number): void {
    this.#waiting = this.#waiting.filter(({ request }) => request.fd !== fd);
    this.release(fd);
  }
}
