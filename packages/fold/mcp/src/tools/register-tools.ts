/** The four tools on a server of the SDK, which lists them and hands their calls over. */
import type { McpServer, StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { toolTexts } from "../texts/tool-texts.generated.js";
import { toResult } from "./answer.js";
import { type CallSurroundings, callTool } from "./calls.js";
import type { JsonSchema } from "./plain-schema.js";
import { schemasOf, type ToolName } from "./schemas.js";

export interface ToolOptions extends CallSurroundings {
  /** Only the tools that write nothing. */
  readonly readOnly: boolean;
  /** A line for whoever runs the server. */
  readonly report: (line: string) => void;
}

const READING: readonly ToolName[] = ["state", "history"];
const ALL: readonly ToolName[] = ["state", "commit", "annotate", "history"];

/** `fold` reaches nothing but its own store. */
const READS = { readOnlyHint: true, openWorldHint: false };

/** Nothing is ever deleted, what is closed can be read and mostly restored, and a repeated id adds nothing. */
const WRITES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

export function registerTools(server: McpServer, options: ToolOptions): void {
  const names = options.readOnly ? READING : ALL;
  for (const name of names) {
    const { input, output } = schemasOf(name);
    const { title, description } = toolTexts[options.language][name];
    const annotations = READING.includes(name) ? READS : WRITES;
    const inputSchema = listedOnly(input);
    const outputSchema = listedOnly(output);
    server.registerTool(
      name,
      { title, description, inputSchema, outputSchema, annotations },
      async (args: unknown, context) => {
        const { signal } = context.mcpReq;
        return answer(name, args, { ...options, signal });
      },
    );
  }
}

async function answer(
  name: ToolName,
  args: unknown,
  { signal, report, ...surroundings }: ToolOptions & { readonly signal: AbortSignal },
) {
  try {
    // A call that was taken back before it began does nothing. One that has begun ends: what it
    // saved is saved, and its id gives the receipt.
    signal.throwIfAborted();
    const given = typeof args === "object" && args !== null ? { ...args } : {};
    return toResult(await callTool(name, given, surroundings));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (!signal.aborted) report(error instanceof Error ? (error.stack ?? message) : message);
    return toResult({ value: { outcome: "bug", message }, isError: true });
  }
}

/**
 * A schema that is shown and not applied. The contracts judge every request themselves, and more
 * strictly; a refusal of theirs is a receipt with all violations, which the SDK would turn into a
 * sentence.
 */
function listedOnly(schema: JsonSchema): StandardSchemaWithJSON {
  const json = (): Record<string, unknown> => ({ ...schema });
  return {
    "~standard": {
      version: 1,
      vendor: "fold",
      validate: (value) => ({ value }),
      jsonSchema: { input: json, output: json },
    },
  };
}
