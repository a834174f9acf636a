/** The skill's folder: what lies in it is ours only as far as our note says so, or as it is what we would write. */
import { join, relative, sep } from "node:path";
import { digestOf } from "./digest.js";
import { type Files, foldersBetween } from "./files.js";
import { MANIFEST, type Manifest, manifestText, parseManifest } from "./manifest.js";
import {
  type Asked,
  joined,
  leadsInside,
  type Plan,
  type Problem,
  problem,
  step,
  type Wanted,
} from "./plan.js";

export function planSkill(asked: Asked, wanted: Wanted, files: Files): Plan {
  const folder = join(asked.root, asked.skill);
  const wayProblems = problemsOnTheWay(asked, files);
  if (wayProblems.length > 0) return { steps: [], problems: wayProblems };
  const note = readManifest(folder, files);
  const notePath = join(folder, MANIFEST);
  if (note === "damaged" && !asked.force) return problem({ code: "damaged_note", path: notePath });
  const manifest = note === "damaged" ? null : note;
  const paths = [...wanted.files.keys()].map((name) => join(folder, name));
  const missing = paths
    .flatMap((path) => [...foldersBetween(asked.root, path)])
    .filter((path, index, all) => all.indexOf(path) === index && files.kindOf(path) === "none");
  const plans = [...wanted.files].map(([name, text]) => {
    const known = manifest?.files[name];
    return planFile(join(folder, name), Buffer.from(text), { known, force: asked.force }, files);
  });
  const old = Object.entries(manifest?.files ?? {}).filter(([name]) => !wanted.files.has(name));
  const oldPlans = old.map(([name, known]) =>
    planRemoval(join(folder, name), known, asked.force, files),
  );
  const noteBytes = Buffer.from(noteFor(asked, wanted, { manifest, missing }));
  const notePlan = planFile(notePath, noteBytes, { known: undefined, force: true }, files);
  return joined(
    { steps: missing.map((path) => ({ action: "make_folder", path })), problems: [] },
    ...plans,
    ...oldPlans,
    notePlan,
  );
}

function noteFor(
  { root, skill }: Asked,
  { version, language, files }: Wanted,
  before: { readonly manifest: Manifest | null; readonly missing: readonly string[] },
): string {
  const folder = join(root, skill);
  // The folders within the skill's go with it; only those around it have to be remembered.
  const made = before.missing
    .filter((path) => path !== folder && !path.startsWith(folder + sep))
    .map((path) => relative(root, path).replaceAll(sep, "/"));
  return manifestText({
    version,
    language,
    made_folders: [...new Set([...(before.manifest?.made_folders ?? []), ...made])],
    files: Object.fromEntries(
      [...files].map(([name, text]) => [name, digestOf(Buffer.from(text))]),
    ),
  });
}

function planFile(
  path: string,
  bytes: Uint8Array,
  { known, force }: { readonly known: string | undefined; readonly force: boolean },
  files: Files,
): Plan {
  const kind = files.kindOf(path);
  if (kind === "none") return step({ action: "create", path, bytes });
  if (kind !== "file") return problem({ code: "not_a_file", path });
  const digest = digestOf(files.read(path));
  if (digest === digestOf(bytes)) return step({ action: "keep", path });
  if (digest === known || force) return step({ action: "update", path, bytes });
  return problem({ code: known === undefined ? "foreign" : "changed", path });
}

export function planSkillRemoval(asked: Asked, files: Files): Plan {
  const folder = join(asked.root, asked.skill);
  if (files.kindOf(folder) === "none") return joined();
  const wayProblems = problemsOnTheWay(asked, files);
  if (wayProblems.length > 0) return { steps: [], problems: wayProblems };
  const note = readManifest(folder, files);
  const notePath = join(folder, MANIFEST);
  if (note === "damaged") return problem({ code: "damaged_note", path: notePath });
  if (note === null) return joined();
  const names = Object.keys(note.files);
  const plans = Object.entries(note.files).map(([name, known]) =>
    planRemoval(join(folder, name), known, asked.force, files),
  );
  const inside = names.flatMap((name) => [...foldersBetween(folder, join(folder, name))]);
  const around = note.made_folders.map((path) => join(asked.root, path));
  const innermostFirst = [...new Set([...around, folder, ...inside])].reverse();
  return joined(...plans, step({ action: "remove", path: notePath }), {
    steps: innermostFirst.map((path) => ({ action: "remove_folder", path })),
    problems: [],
  });
}

function planRemoval(path: string, known: string, force: boolean, files: Files): Plan {
  const kind = files.kindOf(path);
  if (kind === "none") return joined();
  if (kind !== "file") return problem({ code: "not_a_file", path });
  if (digestOf(files.read(path)) !== known && !force) return problem({ code: "changed", path });
  return step({ action: "remove", path });
}

/** Folders and links between the root and the files of the skill. */
function problemsOnTheWay({ root, skill }: Asked, files: Files): readonly Problem[] {
  const folder = join(root, skill);
  const realRoot = files.realPath(root);
  for (const path of [...foldersBetween(root, folder), folder, join(folder, "references")]) {
    const kind = files.kindOf(path);
    if (kind === "none") continue;
    const isOurs = path === folder || path.startsWith(folder + sep);
    if (kind === "link" && isOurs) return [{ code: "is_a_link", path }];
    if (kind === "link" && !leadsInside(path, realRoot, files))
      return [{ code: "leads_out", path }];
    if (kind !== "folder" && kind !== "link") return [{ code: "not_a_file", path }];
  }
  return [];
}

function readManifest(folder: string, files: Files): Manifest | null | "damaged" {
  const path = join(folder, MANIFEST);
  const kind = files.kindOf(path);
  if (kind === "none") return null;
  if (kind !== "file") return "damaged";
  return parseManifest(files.read(path).toString("utf8")) ?? "damaged";
}

/** The language that is installed, where one is. */
export function installedLanguage({ root, skill }: Asked, files: Files): string | null {
  const note = readManifest(join(root, skill), files);
  return note === null || note === "damaged" ? null : note.language;
}
