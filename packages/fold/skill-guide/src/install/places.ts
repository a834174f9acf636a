/**
 * Where agent hosts look, relative to a project or to a person's home. Claude Code reads `.claude/skills`.
 * Codex reads `.agents/skills` in both, as its documentation has it; `~/.codex/skills` is its older place.
 * Hosts that follow the convention read `.agents/skills`, and nearly all of them `AGENTS.md` in a project.
 */
export const HOSTS = ["claude", "codex", "generic"] as const;
export type Host = (typeof HOSTS)[number];

export interface Places {
  readonly skill: string;
  /** Null where the skill is enough. */
  readonly agents: string | null;
}

/** The section speaks of a project, so a home gets the skill alone. */
export function placesOf(host: Host, { user }: { readonly user: boolean }): Places {
  if (host === "claude") return { skill: ".claude/skills/fold", agents: null };
  return { skill: ".agents/skills/fold", agents: user ? null : "AGENTS.md" };
}
