/** A file port that fails, shortens or records calls of another one. */
import type { FsPort } from "@fold/store-fs";

export type CallName = keyof FsPort;

/** Called before each file call: it may throw, and may take the call's place by returning. */
export type Hook = (call: Call) => unknown;

export interface Call {
  readonly name: CallName;
  readonly args: readonly unknown[];
  /** The path of the file that the call is about, where one was opened through this port. */
  readonly path: string;
  /** Makes the call. */
  proceed(): unknown;
}

export function hookedFs(base: FsPort, hook: Hook): FsPort {
  const paths = new Map<unknown, string>();
  const hooked: Record<string, unknown> = {};
  for (const name of Object.keys(base) as CallName[]) {
    const original = base[name] as (...args: unknown[]) => unknown;
    hooked[name] = (...args: unknown[]) => {
      const proceed = (): unknown => {
        const result = original(...args);
        if (name === "open") paths.set(result, String(args[0]));
        return result;
      };
      const path = typeof args[0] === "string" ? args[0] : (paths.get(args[0]) ?? "");
      if (name !== "datasync") return hook({ name, args, path, proceed });
      return (async () => await hook({ name, args, path, proceed }))();
    };
  }
  return hooked as unknown as FsPort;
}

export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: made up by the test`), { code });
}

/** A hook that fails calls for as long as `isFailing` says so. */
export function failing(code: string, isFailing: (call: Call) => boolean): Hook {
  return (call) => {
    if (isFailing(call)) throw systemError(code);
    return call.proceed();
  };
}
