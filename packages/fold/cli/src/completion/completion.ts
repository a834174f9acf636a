/** `fold completion SHELL`: a helper for shells, made from the option tables of the commands. */
import { COMMANDS } from "../commands.js";
import { helpReply } from "../help.js";
import type { OptionTable } from "../options.js";
import { misuse, type Reply } from "../reply.js";

const SHELLS = { bash, zsh, fish } as const;

const NAMES = Object.keys(COMMANDS);

export function completion(args: readonly string[]): Reply {
  const [shell, extra] = args;
  const known = Object.keys(SHELLS).join(", ");
  const hint = 'For example: eval "$(fold completion bash)"';
  if (shell === "--help" || shell === "-h") return helpReply(COMPLETION_HELP);
  if (shell === undefined) return misuse(`For which shell? One of ${known}.`, hint);
  if (extra !== undefined) return misuse(`completion takes one shell, not "${extra}" too`, hint);
  if (!isShell(shell)) return misuse(`There is completion for ${known}, not for "${shell}".`, hint);
  return helpReply(SHELLS[shell]());
}

const COMPLETION_HELP = `fold completion: a script for your shell, on standard output.

  bash   eval "$(fold completion bash)"            in ~/.bashrc
  zsh    eval "$(fold completion zsh)"             in ~/.zshrc, after compinit
  fish   fold completion fish | source             in ~/.config/fish/config.fish
`;

function isShell(name: string): name is keyof typeof SHELLS {
  return Object.hasOwn(SHELLS, name);
}

interface Offer {
  readonly name: string;
  readonly takesValue: boolean;
  readonly values: OptionTable[string]["values"] | undefined;
}

function offersOf(table: OptionTable): readonly Offer[] {
  return Object.entries(table).map(([name, { type, values }]) => ({
    name,
    takesValue: type === "string",
    values,
  }));
}

function everyOffer(): readonly (Offer & { readonly command: string })[] {
  return Object.entries(COMMANDS).flatMap(([command, { options }]) =>
    offersOf(options).map((offer) => ({ ...offer, command })),
  );
}

function bash(): string {
  const seen = new Map(everyOffer().map((offer) => [offer.name, offer]));
  const values = [...seen.values()].flatMap(({ name, values }) => {
    if (values === undefined) return [];
    const what = typeof values === "string" ? `-${values === "folder" ? "d" : "f"}` : "";
    const words = typeof values === "string" ? what : `-W "${values.join(" ")}"`;
    return [`    --${name}) COMPREPLY=($(compgen ${words} -- "$cur")); return;;`];
  });
  const commands = Object.entries(COMMANDS).map(([name, { options, takesFile }]) => {
    const flags = offersOf(options).map((offer) => `--${offer.name}`);
    const files = takesFile ? ' $(compgen -f -- "$cur")' : "";
    return `    ${name}) COMPREPLY=($(compgen -W "${flags.join(" ")}" -- "$cur")${files});;`;
  });
  return `_fold() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${NAMES.join(" ")} completion --help --version" -- "$cur"))
    return
  fi
  case "$prev" in
${values.join("\n")}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.join("\n")}
    completion) COMPREPLY=($(compgen -W "${Object.keys(SHELLS).join(" ")}" -- "$cur"));;
  esac
}
complete -F _fold fold foldctl
`;
}

function zsh(): string {
  const action = ({ values }: Offer): string => {
    if (values === undefined) return ":value: ";
    return typeof values === "string" ? ":path:_files" : `:value:(${values.join(" ")})`;
  };
  const commands = Object.entries(COMMANDS).map(([name, { options, takesFile }]) => {
    const flags = offersOf(options).map((offer) =>
      offer.takesValue ? `'--${offer.name}=${action(offer)}'` : `'--${offer.name}'`,
    );
    return `    ${name}) _arguments ${flags.join(" ")}${takesFile ? " '*:file:_files'" : ""};;`;
  });
  return `#compdef fold foldctl
_fold() {
  if (( CURRENT == 2 )); then
    compadd -- ${NAMES.join(" ")} completion --help --version
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.join("\n")}
    completion) compadd -- ${Object.keys(SHELLS).join(" ")};;
  esac
}
compdef _fold fold foldctl
`;
}

function fish(): string {
  const first = "not __fish_seen_subcommand_from";
  const lines = ["fold", "foldctl"].flatMap((program) => [
    `complete -c ${program} -f -n '${first} ${NAMES.join(" ")} completion' -a '${NAMES.join(" ")} completion'`,
    `complete -c ${program} -f -n '__fish_seen_subcommand_from completion' -a '${Object.keys(SHELLS).join(" ")}'`,
    ...everyOffer().map((offer) => fishOption(program, offer)),
  ]);
  return `${lines.join("\n")}\n`;
}

function fishOption(program: string, offer: Offer & { readonly command: string }): string {
  const { command, name, takesValue, values } = offer;
  const base = `complete -c ${program} -n '__fish_seen_subcommand_from ${command}' -l ${name}`;
  if (!takesValue) return base;
  if (values === undefined) return `${base} -x`;
  return typeof values === "string" ? `${base} -r -F` : `${base} -x -a '${values.join(" ")}'`;
}
