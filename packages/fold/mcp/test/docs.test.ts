/** What the pages tell people to write is what the program understands. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCommandLine } from "../src/command-line.js";
import { HELP } from "../src/help.js";

const pageOf = (path: string): string =>
  readFileSync(new URL(`../../../../docs/${path}`, import.meta.url), "utf8");

const howTo = pageOf("how-to/connect-an-mcp-client.md");
const reference = pageOf("reference/mcp.md");

const blocksOf = (language: string): readonly string[] =>
  [...howTo.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
    ([, block = ""]) => block,
  );

const asksOf = (args: readonly string[]) => {
  const line = readCommandLine(args);
  return line.asks === "nothing" ? line.message : line.asks;
};

test("each JSON is one, and what it starts can be started", () => {
  const servers = blocksOf("json").map((block) => JSON.parse(block).mcpServers.fold);
  const local = servers.filter((server) => server.command !== undefined);
  expect(local.map(({ command, args }) => [command, asksOf(args)])).toEqual([
    ["fold-mcp", "serve"],
    ["fold-mcp", "serve"],
  ]);
  const remote = servers.filter((server) => server.url !== undefined);
  expect(remote).toMatchObject([{ type: "http", url: expect.stringMatching(/\/mcp$/) }]);
});

test("each TOML is a table of Codex, and what it starts can be started", () => {
  const [local = "", remote = ""] = blocksOf("toml");
  const [, args = "[]"] = /^args = (\[.*\])$/m.exec(local) ?? [];
  expect(local).toMatch(/^\[mcp_servers\.fold\]\ncommand = "fold-mcp"\n/);
  expect(asksOf(JSON.parse(args))).toBe("serve");
  expect(remote).toMatch(/^\[mcp_servers\.fold\]\nurl = "[^"]+"\nbearer_token_env_var = "\w+"\n$/);
});

test("each command line of ours can be started", () => {
  const lines = blocksOf("sh").flatMap((block) => [...block.matchAll(/fold-mcp (--.*)/g)]);
  expect(lines).toHaveLength(3);
  for (const [, args = ""] of lines) expect(asksOf(args.trim().split(/\s+/))).toBe("serve");
});

test("the help and the reference name every option", () => {
  const options = [...HELP.matchAll(/^ {2}--([a-z-]+)/gm)].map(([, name = ""]) => name);
  expect(options).toHaveLength(9);
  for (const name of options.slice(0, -1)) expect(reference).toContain(`--${name}`);
});
