/** The composition root: the store of `@fold/store-fs` around the rules of `@fold/kernel`. */
import { kernel } from "@fold/kernel";
import { type OpenStoreOptions, type OpenStoreResult, openStore } from "@fold/store-fs";

export interface OpenFoldOptions extends Omit<OpenStoreOptions, "kernel"> {}

/** Opens the store itself, for requests that passed their schema. Every failure is data. */
export function openStoreWithKernel(options: OpenFoldOptions | string): Promise<OpenStoreResult> {
  const given = typeof options === "string" ? { dir: options } : options;
  return openStore({ ...given, kernel });
}
