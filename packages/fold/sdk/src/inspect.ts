/** Looking a store over with the rules of `@fold/kernel`. */
import { kernel } from "@fold/kernel";
import { type VerifyOptions, type VerifyResult, verify as verifyWith } from "@fold/store-fs";

/** Checks every record, the caches and every file of a store. It takes no lock and never writes. */
export function verify(
  dir: string,
  options: Omit<VerifyOptions, "kernel"> = {},
): Promise<VerifyResult> {
  return verifyWith(dir, { ...options, kernel });
}
