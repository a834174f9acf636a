/** The composition root: the store of `@fold/store-fs` around the rules of `@fold/kernel`. */
import type { OpenFailure, Store } from "@fold/contracts";
import { kernel } from "@fold/kernel";
import { type OpenStoreOptions, openStore } from "@fold/store-fs";
import type { UsageFailure } from "./fold-error.js";

export interface OpenFoldOptions extends Omit<OpenStoreOptions, "kernel"> {
  /**
   * For a process that sends one request and ends: the schemas are loaded when a request needs them,
   * which a plain one does not. Until a call is answered its request must then stay as it is.
   */
  readonly lazySchemas?: boolean | undefined;
}

export type OpenStoreOutcome =
  | { readonly ok: true; readonly store: Store }
  | { readonly ok: false; readonly failure: OpenFailure | UsageFailure };

/** Opens the store itself, for requests that passed their schema. Every failure is data. */
export async function openStoreWithKernel(
  options: OpenFoldOptions | string,
): Promise<OpenStoreOutcome> {
  const given = typeof options === "string" ? { dir: options } : options;
  const dir: unknown = given?.dir;
  if (typeof dir !== "string" || dir === "" || dir.includes("\0")) {
    const message = "dir: the path of a directory is needed";
    return { ok: false, failure: { outcome: "usage", message } };
  }
  return await openStore({ ...given, kernel });
}
