/** The note that an installation leaves in the skill's folder: what it put there, so that it can be taken away. */

export const MANIFEST = ".fold-guide.json";
const FORMAT = "fold.guide-install/1";

export interface Manifest {
  readonly format: typeof FORMAT;
  readonly version: string;
  readonly language: string;
  /** Folders that were made for the skill, relative to the root; outermost first. */
  readonly made_folders: readonly string[];
  /** Digests by path in the skill's folder. */
  readonly files: Readonly<Record<string, string>>;
}

export function manifestText(fields: Omit<Manifest, "format">): string {
  const { version, language, made_folders, files } = fields;
  const manifest: Manifest = { format: FORMAT, version, language, made_folders, files };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Null for anything but a note of this format whose paths stay where they belong. */
export function parseManifest(text: string): Manifest | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { format, version, language, made_folders, files } = value as Record<string, unknown>;
  if (format !== FORMAT || typeof version !== "string" || typeof language !== "string") return null;
  if (!Array.isArray(made_folders) || !made_folders.every(isPlainPath)) return null;
  if (typeof files !== "object" || files === null) return null;
  const digests: Record<string, string> = {};
  for (const [path, digest] of Object.entries(files)) {
    if (!isPlainPath(path) || typeof digest !== "string") return null;
    digests[path] = digest;
  }
  return { format, version, language, made_folders, files: digests };
}

/** Names joined by `/`, none of which leads upwards. */
function isPlainPath(path: unknown): path is string {
  return (
    typeof path === "string" &&
    path.split("/").every((name) => /^[\w.-]+$/.test(name) && !/^\.+$/.test(name))
  );
}
