/** One server of the SDK with everything that Fold offers: made anew for each connection or session. */
import { McpServer } from "@modelcontextprotocol/server";
import { type BriefOptions, registerBrief } from "./brief/brief-resource.js";
import { toolTexts } from "./texts/tool-texts.generated.js";
import { registerTools, type ToolOptions } from "./tools/register-tools.js";
import { VERSION } from "./version.js";

export interface FoldServerOptions extends ToolOptions, BriefOptions {}

export function foldServer(options: FoldServerOptions): McpServer {
  const { instructions } = toolTexts[options.language];
  const server = new McpServer(
    { name: "fold", title: "Fold", version: VERSION },
    {
      instructions,
      capabilities: {
        tools: { listChanged: false },
        resources: { subscribe: true, listChanged: false },
      },
    },
  );
  registerTools(server, options);
  registerBrief(server, options);
  return server;
}
