/** Looking a store over with the rules of `@fold/kernel`. */
import { kernel } from "@fold/kernel";
import { type VerifyOptions, type VerifyResult, verify as verifyWith } from "@fold/store-fs";

/**
 * Checks every record, the caches and every file of a store. It never writes, and makes no lock file.
 * The log is read without a lock; only the last look, at its end and at the files beside it, takes a
 * shared one where there is a lock file, and goes without it where a writer keeps it for 2 s.
 */
export function verify(
  dir: string,
  options: Omit<VerifyOptions, "kernel"> = {},
): Promise<VerifyResult> {
  return verifyWith(dir, { ...options, kernel });
}
