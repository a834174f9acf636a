/** `fold completion SHELL`: a helper for shells, made from the option tables of the commands. */
import { COMMANDS } from "../commands.js";
import { DOCTOR_OPTIONS } from "../doctor/options.js";
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

function bashValues(offers: readonly Offer[]): string {
  const seen = new Map(offers.map((offer) => [offer.name, offer]));
  const lines = [...seen.values()].flatMap(({ name, values }) => {
    if (values === undefined) return [];
    const what = typeof values === "string" ? `-${values === "folder" ? "d" : "f"}` : "";
    const words = typeof values === "string" ? what : `-W "${values.join(" ")}"`;
    return [`    --${name}) COMPREPLY=($(compgen ${words} -- "$cur")); return;;`];
  });
  return lines.join("\n");
}

function flagsOf(table: OptionTable): string {
  return Object.keys(table)
    .map((name) => `--${name}`)
    .join(" ");
}

function bash(): string {
  const commands = Object.entries(COMMANDS).map(([name, { options, takesFile }]) => {
    const files = takesFile ? ' $(compgen -f -- "$cur")' : "";
    return `    ${name}) COMPREPLY=($(compgen -W "${flagsOf(options)}" -- "$cur")${files});;`;
  });
  return `_fold() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${NAMES.join(" ")} completion --help --version" -- "$cur"))
    return
  fi
  case "$prev" in
${bashValues(everyOffer())}
  esac
  case "\${COMP_WORDS[1]}" in
${commands.join("\n")}
    completion) COMPREPLY=($(compgen -W "${Object.keys(SHELLS).join(" ")}" -- "$cur"));;
  esac
}
complete -F _fold fold foldctl
_fold_doctor() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]}
  case "$prev" in
${bashValues(offersOf(DOCTOR_OPTIONS))}
  esac
  COMPREPLY=($(compgen -W "${flagsOf(DOCTOR_OPTIONS)}" -- "$cur") $(compgen -d -- "$cur"))
}
complete -F _fold_doctor fold-doctor
`;
}

function zshFlags(table: OptionTable): string {
  const action = ({ values }: Offer): string => {
    if (values === undefined) return ":value: ";
    return typeof values === "string" ? ":path:_files" : `:value:(${values.join(" ")})`;
  };
  const flags = offersOf(table).map((offer) =>
    offer.takesValue ? `'--${offer.name}=${action(offer)}'` : `'--${offer.name}'`,
  );
  return flags.join(" ");
}

function zsh(): string {
  const commands = Object.entries(COMMANDS).map(([name, { options, takesFile }]) => {
    return `    ${name}) _arguments ${zshFlags(options)}${takesFile ? " '*:file:_files'" : ""};;`;
  });
  return `#compdef fold foldctl fold-doctor
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
_fold_doctor() {
  _arguments ${zshFlags(DOCTOR_OPTIONS)} '*:store:_files -/'
}
compdef _fold_doctor fold-doctor
`;
}

function fish(): string {
  const first = "not __fish_seen_subcommand_from";
  const lines = ["fold", "foldctl"].flatMap((program) => [
    `complete -c ${program} -f -n '${first} ${NAMES.join(" ")} completion' -a '${NAMES.join(" ")} completion'`,
    `complete -c ${program} -f -n '__fish_seen_subcommand_from completion' -a '${Object.keys(SHELLS).join(" ")}'`,
    ...everyOffer().map((offer) =>
      fishOption(program, offer, `-n '__fish_seen_subcommand_from ${offer.command}' `),
    ),
  ]);
  lines.push(...offersOf(DOCTOR_OPTIONS).map((offer) => fishOption("fold-doctor", offer)));
  return `${lines.join("\n")}\n`;
}

function fishOption(program: string, offer: Offer, condition = ""): string {
  const { name, takesValue, values } = offer;
  const base = `complete -c ${program} ${condition}-l ${name}`;
  if (!takesValue) return base;
  if (values === undefined) return `${base} -x`;
  return typeof values === "string" ? `${base} -r -F` : `${base} -x -a '${values.join(" ")}'`;
}
