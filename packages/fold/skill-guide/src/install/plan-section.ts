/** The section in `AGENTS.md`, which belongs to the person but for what stands between our markers. */
import { join } from "node:path";
import type { Files } from "./files.js";
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
import {
  findSection,
  insertSection,
  removeSection,
  replaceSection,
  type Section,
} from "./section.js";

type AgentsFile =
  | { readonly path: string; readonly text: string | null }
  | { readonly problem: Problem };

export function planSection(
  asked: Asked,
  { version, language, section }: Wanted,
  files: Files,
): Plan {
  if (asked.agents === null) return joined();
  const file = agentsFile(join(asked.root, asked.agents), asked, files);
  if ("problem" in file) return problem(file.problem);
  const { path, text } = file;
  const ours: Section = { version, language, body: section };
  if (text === null) {
    return step({ action: "create", path, bytes: bytesOf(insertSection("", ours, true)) });
  }
  const found = findSection(text);
  switch (found.state) {
    case "none":
      return step({ action: "update", path, bytes: bytesOf(insertSection(text, ours, false)) });
    case "broken":
      return problem({ code: found.reason, path, lines: found.lines });
    case "one": {
      const next = replaceSection(text, found, ours);
      if (next === text) return step({ action: "keep", path });
      if (found.isChanged && !asked.force) return problem({ code: "changed", path });
      return step({ action: "update", path, bytes: bytesOf(next) });
    }
  }
}

export function planSectionRemoval(asked: Asked, files: Files): Plan {
  if (asked.agents === null) return joined();
  const file = agentsFile(join(asked.root, asked.agents), asked, files);
  if ("problem" in file) return problem(file.problem);
  const { path, text } = file;
  if (text === null) return joined();
  const found = findSection(text);
  if (found.state === "none") return joined();
  if (found.state === "broken") return problem({ code: found.reason, path, lines: found.lines });
  if (found.isChanged && !asked.force) return problem({ code: "changed", path });
  const rest = removeSection(text, found);
  if (rest === null) return step({ action: "remove", path });
  return step({ action: "update", path, bytes: bytesOf(rest) });
}

/** The file that stands for `AGENTS.md`: itself, or where a link within the root leads. */
function agentsFile(named: string, { root }: Asked, files: Files): AgentsFile {
  const kind = files.kindOf(named);
  if (kind === "none") return { path: named, text: null };
  if (kind === "link" && !leadsInside(named, files.realPath(root), files)) {
    return { problem: { code: "leads_out", path: named } };
  }
  const path = kind === "link" ? files.realPath(named) : named;
  if (files.kindOf(path) !== "file") return { problem: { code: "not_a_file", path: named } };
  const bytes = files.read(path);
  const isUtf16 = bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
  if (isUtf16) return { problem: { code: "not_utf8", path: named } };
  return { path, text: bytes.toString("latin1") };
}

function bytesOf(text: string): Uint8Array {
  return Buffer.from(text, "latin1");
}
