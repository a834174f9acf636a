/** Why a repository, or a part of it, could not be read. */
export type GitError =
  /** There is no `git` on the PATH. */
  | { readonly code: "git_missing" }
  /** The path does not exist, or may not be entered. */
  | { readonly code: "path_missing"; readonly path: string }
  /** The path is that of a file. */
  | { readonly code: "path_is_file"; readonly path: string }
  /** git finds no repository there, or refuses to open it; `detail` has its own words. */
  | { readonly code: "not_a_repository"; readonly path: string; readonly detail: string }
  /** A command ended in a way that was not expected. */
  | { readonly code: "git_failed"; readonly command: string; readonly detail: string }
  /** A command took too long and was stopped. */
  | { readonly code: "timed_out"; readonly command: string; readonly timeoutMs: number };

/** The sentence for a person. */
export function gitErrorSentence(error: GitError): string {
  switch (error.code) {
    case "git_missing":
      return "git was not found. Install git, or add it to the PATH.";
    case "path_missing":
      return `There is no folder at ${error.path} (options go behind \`npm start -- \`).`;
    case "path_is_file":
      return `${error.path} is a file; give the folder of a repository.`;
    case "not_a_repository":
      return `git opens no repository at ${error.path}: ${error.detail}`;
    case "git_failed":
      return `git ${error.command} failed: ${error.detail}`;
    case "timed_out":
      return `git ${error.command} took longer than ${error.timeoutMs} ms.`;
    default:
      return error satisfies never;
  }
}
