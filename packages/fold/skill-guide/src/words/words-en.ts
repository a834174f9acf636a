import type { Problem } from "../install/plan.js";
import type { Misuse } from "../options.js";
import type { Words } from "./words.js";

export const english: Words = {
  help: `fold-guide: teaches agents how to use Fold, by a skill and a section in AGENTS.md.

Usage: fold-guide COMMAND [options]

  install           puts the guide where an agent host looks; a second time changes nothing
  uninstall         takes away what install put there, and nothing else
  check             says whether the guide is there, whole and of this version; changes nothing
  print [NAME]      prints the skill, or "agents" for the section, or a reference such as "tier"

  --for HOST        claude    .claude/skills/fold
                    codex     .agents/skills/fold, and a section in AGENTS.md
                    generic   the same (unless set): any host that follows the convention
  --dir DIR         the project; the working folder unless set
  --user            for all projects of yours: the skill alone, below your home folder
  --lang LANG       en or zh, for the guide and for what is said here; what is installed stays in its
                    language, and en is used where nothing is
  --force           also overwrite or remove what somebody changed
  --dry-run         say what would be done, and do nothing
  --json            one JSON document on standard output
  --version         the version

Examples:
  fold-guide install --for claude
  fold-guide install --for codex --dir ../shop --dry-run
  fold-guide check --for claude --json
  fold-guide print tier --lang zh

Exit codes:
   0  done, or nothing to do
   1  a bug in fold-guide
   2  the command line is wrong, or there is no such folder
   3  refused: something of a person's is in the way; nothing was written
   4  check: the guide is not there, or not as this version has it
   5  unavailable: a file could not be read or written
`,
  seeHelp: "See: fold-guide --help",
  bug: "This is a bug in fold-guide. Please report it with the lines below.",
  actions: {
    create: "new     ",
    update: "changed ",
    remove: "gone    ",
  },
  files: (count) => `(${count} files)`,
  next: "Agents see it when they start next. To share it with others, commit these files.",
  done: ({ isRemoval, isDryRun, dir, version, language }) => {
    if (isRemoval)
      return isDryRun ? `Would take the guide from ${dir}:` : `Took the guide from ${dir}:`;
    const verb = isDryRun ? "Would install" : "Installed";
    return `${verb} the guide ${version} (${language}) in ${dir}:`;
  },
  allThere: (dir) => `Nothing to do: all of the guide is in ${dir} already.`,
  notThere: (dir) => `Nothing to do: there is no guide of ours in ${dir}.`,
  current: (version, dir) => `The guide ${version} is in ${dir}, whole and current.`,
  notCurrent: (dir) =>
    `The guide in ${dir} is missing, changed or of another version. install would do this:`,
  refused: "Nothing was written:",
  problem: problemWords,
  misuse: misuseWords,
  unavailable: (code, path) =>
    `The system says ${code}${path === null ? "" : ` about ${path}`}. Run the same again once that is mended: it goes on where it stopped.`,
};

function problemWords(problem: Problem): string {
  const { code, path } = problem;
  switch (code) {
    case "changed":
      return `${path} was changed since it was installed. Keep the change elsewhere, then use --force.`;
    case "foreign":
      return `${path} was not put there by fold-guide. Move it away, or overwrite it with --force.`;
    case "not_a_file":
      return `${path} is in the way: it is not what should stand there. Move it away.`;
    case "is_a_link":
      return `${path} is a symbolic link. Remove it, or install where it leads with --dir.`;
    case "leads_out":
      return `${path} is a symbolic link that leads nowhere, or out of the folder. Nothing is written through it.`;
    case "damaged_note":
      return `${path} cannot be read, and it says what is ours. Remove the skill's folder by hand, or install again with --force.`;
    case "not_utf8":
      return `${path} is UTF-16. Save it as UTF-8.`;
    case "two_sections":
      return `${path} has more than one section of fold-guide (lines ${problem.lines.join(", ")}). Leave one, or none.`;
    case "unbalanced":
      return `${path} has markers of fold-guide that do not belong together (lines ${problem.lines.join(", ")}). Mend or remove those lines by hand.`;
  }
}

function misuseWords(misuse: Misuse): string {
  switch (misuse.reason) {
    case "no_command":
      return "Which command? One of install, uninstall, check, print.";
    case "unknown_command":
      return `There is no command "${misuse.value}": it is one of install, uninstall, check, print.`;
    case "unknown_option":
      return `There is no option "${misuse.value}".`;
    case "no_value":
      return `${misuse.value} needs a value.`;
    case "takes_no_value":
      return `${misuse.value} takes no value.`;
    case "surplus":
      return `"${misuse.value}" is one argument too many.`;
    case "not_one_of":
      return `--${misuse.option} is one of ${misuse.known.join(", ")}, not "${misuse.value}".`;
    case "dir_and_user":
      return "--dir names a project, and --user means all of them: give one of the two.";
    case "no_folder":
      return `There is no folder ${misuse.value}.`;
    case "nothing_named":
      return `There is no text "${misuse.value}": it is one of ${misuse.known.join(", ")}.`;
  }
}
