/** What came of reading a command line. */
export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

export function parsed<Value>(value: Value): Parsed<Value> {
  return { ok: true, value };
}

export function misused(message: string): Parsed<never> {
  return { ok: false, message };
}
