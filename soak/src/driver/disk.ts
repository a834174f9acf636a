/**
 * A disk that can be filled and freed: a small file system of our own where root may mount one, else
 * a limit on the size of the files of each process, else none.
 */
import { execFile } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Disk {
  readonly how: "mount" | "limit" | "none";
  /** In words, for the report. */
  readonly description: string;
  /** The directory for the store. */
  readonly dir: string;
  /** Whether it was filled. */
  fill(pids: readonly number[]): Promise<boolean>;
  free(pids: readonly number[]): Promise<void>;
  /** Gives back what was mounted. */
  release(): Promise<void>;
}

export interface DiskOptions {
  readonly folder: string;
  readonly isWanted: boolean;
  readonly mayMount: boolean;
  readonly seconds: number;
}

export async function createDisk(options: DiskOptions): Promise<Disk> {
  const dir = join(options.folder, "store");
  if (!options.isWanted) return noDisk(dir, "not asked for");
  const mounted = options.mayMount ? await mountedDisk(options) : null;
  if (mounted !== null) return mounted;
  const hasLimits = await run("prlimit", ["--version"]).then(
    () => true,
    () => false,
  );
  return hasLimits ? limitedDisk(dir) : noDisk(dir, "left out: neither mount nor prlimit here");
}

function noDisk(dir: string, description: string): Disk {
  const nothing = async (): Promise<void> => undefined;
  return {
    how: "none",
    description,
    dir,
    fill: async () => false,
    free: nothing,
    release: nothing,
  };
}

async function mountedDisk({ folder, seconds }: DiskOptions): Promise<Disk | null> {
  const place = join(folder, "disk");
  mkdirSync(place);
  const megabytes = 32 + 2 * seconds;
  const options = ["-t", "tmpfs", "-o", `size=${megabytes}m`, "fold-soak", place];
  const isMounted = await run("mount", options).then(
    () => true,
    () => false,
  );
  if (!isMounted) return null;
  const ballast = join(place, "ballast");
  return {
    how: "mount",
    description: `a tmpfs of ${megabytes} MiB`,
    dir: join(place, "store"),
    async fill() {
      fillUp(place, ballast);
      return true;
    },
    async free() {
      rmSync(ballast, { force: true });
    },
    async release() {
      await run("umount", [place]);
    },
  };
}

/** In large steps first; the last bytes go to whoever asks for them at the same time. */
function fillUp(place: string, path: string): void {
  const fd = openSync(path, "w");
  try {
    for (const bytes of [1024 * 1024, 4096]) {
      const block = Buffer.alloc(bytes);
      while (statfsSync(place).bavail > 0 && hasRoomFor(fd, block));
    }
  } finally {
    closeSync(fd);
  }
}

function hasRoomFor(fd: number, block: Uint8Array): boolean {
  try {
    return writeSync(fd, block) === block.length;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") return false;
    throw error;
  }
}

/** Journals are split into files below this size, so the limit meets the store alone. */
const LIMIT_BYTES_MIN = 24 * 1024;

function limitedDisk(dir: string): Disk {
  const limit = async (pids: readonly number[], bytes: string): Promise<void> => {
    const each = pids.map((pid) => run("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`]));
    // One that has ended meanwhile has no limits.
    await Promise.allSettled(each);
  };
  return {
    how: "limit",
    description: "a limit on the size of files",
    dir,
    async fill(pids) {
      const { size } = statSync(join(dir, "events.jsonl"), { throwIfNoEntry: false }) ?? {
        size: 0,
      };
      if (size < LIMIT_BYTES_MIN) return false;
      await limit(pids, String(size + 500));
      return true;
    },
    free: (pids) => limit(pids, "unlimited"),
    release: async () => undefined,
  };
}
