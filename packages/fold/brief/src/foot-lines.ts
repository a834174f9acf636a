/** What a read says about itself, below its content. */
import type { Warning } from "@fold/contracts";
import type { Words } from "./words.js";

/** Notes on the read: that the store could not be locked, and its warnings. */
export function footLines(
  read: { readonly read_only?: true; readonly warnings?: readonly Warning[] },
  words: Words,
): readonly string[] {
  return [
    ...(read.read_only === true ? [words.readOnly] : []),
    ...(read.warnings ?? []).map((warning) => words.warning(warningText(warning))),
  ];
}

function warningText({ code, ...facts }: Warning): string {
  return [code, ...Object.values(facts).map(String)].join(" ");
}
