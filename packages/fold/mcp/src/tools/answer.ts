/** An answer as a client gets it: the data itself, and the same as text for clients that know only that. */
import type { CallToolResult } from "@modelcontextprotocol/server";

export interface ToolAnswer {
  readonly value: object;
  /** Not what was asked for: the model reads why, and decides again. */
  readonly isError: boolean;
  /** Instead of the JSON of the value. */
  readonly text?: string;
}

export function toResult({ value, isError, text }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: "text", text: text ?? JSON.stringify(value) }],
    structuredContent: { ...value },
    ...(isError ? { isError } : {}),
  };
}

export function answered(value: { readonly outcome: string }): ToolAnswer {
  return { value, isError: value.outcome !== "accepted" };
}
