/** What the file system says, in words: which path, and what can be done. */
import { LocksMissing } from "../held/kernel-lock.js";

/**
 * A clause without its full stop, about `place` where the error names none. The code of the system
 * stays in it, for whoever looks it up.
 */
export function reasonOf(error: unknown, place: string): string {
  if (error instanceof LocksMissing) {
    return `its file system, or this system, has no locks that keep two runs apart (${codeOf(error.cause)}); name a folder on a local disk`;
  }
  const code = codeOf(error);
  const advice = ADVICE[code];
  if (advice === undefined) return code;
  return `${advice(pathOf(error) ?? place)} (${code})`;
}

const ADVICE: Readonly<Record<string, (path: string) => string>> = {
  EACCES: (path) => `this user may not read and write ${path}; change its permissions`,
  EPERM: (path) => `this user may not change ${path}; change its permissions`,
  EROFS: (path) => `${path} lies on a file system that may only be read; name another folder`,
  ENOSPC: (path) => `there is no space left for ${path}; make room`,
  EDQUOT: (path) => `the quota of this user leaves no room for ${path}; make room`,
  EFBIG: (path) => `${path} would be larger than a file may be here; raise the limit`,
  ENOTDIR: (path) =>
    `${path} is, or leads through, something that is no folder; move it away, or name another folder`,
  EEXIST: (path) =>
    `something that is no folder stands at ${path}; move it away, or name another folder`,
  EISDIR: (path) =>
    `a folder stands at ${path}, where a file of the overview belongs; move it away`,
  ENOENT: (path) => `${path} is not there and cannot be made; name another folder`,
  ELOOP: (path) => `the links at ${path} lead round in a circle; name another folder`,
  ENAMETOOLONG: (path) => `the name ${path} is too long; name another folder`,
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!("code" in error) || typeof error.code !== "string") return error.message;
  // Node says of a removal that stopped before it asked the system what the system would have said.
  return error.code.replace(/^ERR_FS_/, "");
}

function pathOf(error: unknown): string | null {
  if (typeof error !== "object" || error === null) return null;
  // Of a move it is the place that matters.
  if ("dest" in error && typeof error.dest === "string") return error.dest;
  return "path" in error && typeof error.path === "string" ? error.path : null;
}
