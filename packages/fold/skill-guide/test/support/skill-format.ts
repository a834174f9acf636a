/** The rules of the Agent Skills format, as https://agentskills.io/specification has them. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";

const FIELDS = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];

/** A sentence for each rule that a skill breaks. */
export function skillFaults(folder: string): readonly string[] {
  const path = join(folder, "SKILL.md");
  if (!existsSync(path)) return ["there is no SKILL.md"];
  const [, yaml] = /^---\n(.*?)\n---\n/s.exec(readFileSync(path, "utf8")) ?? [];
  if (yaml === undefined) return ["SKILL.md does not begin with front matter"];
  const fields: unknown = parse(yaml);
  if (typeof fields !== "object" || fields === null) return ["the front matter is no mapping"];
  const { name, description, compatibility, license, metadata } = fields as Record<string, unknown>;
  return [
    ...Object.keys(fields)
      .filter((field) => !FIELDS.includes(field))
      .map((field) => `there is no field "${field}"`),
    ...nameFaults(name, basename(folder)),
    ...textFaults("description", description, { isRequired: true, max: 1024 }),
    ...textFaults("compatibility", compatibility, { isRequired: false, max: 500 }),
    ...textFaults("license", license, { isRequired: false, max: Number.POSITIVE_INFINITY }),
    ...(metadata === undefined || isTextMap(metadata) ? [] : ["metadata maps texts to texts"]),
  ];
}

function nameFaults(name: unknown, folder: string): readonly string[] {
  if (typeof name !== "string" || name === "") return ["name is a text that is not empty"];
  return [
    ...(/^[\p{Ll}\p{Lo}\p{Nd}]+(-[\p{Ll}\p{Lo}\p{Nd}]+)*$/u.test(name)
      ? []
      : ["name has lower-case letters and digits, joined by single hyphens"]),
    ...(name.length <= 64 ? [] : ["name has at most 64 characters"]),
    ...(name === folder ? [] : [`name is the name of its folder, "${folder}"`]),
  ];
}

function textFaults(
  field: string,
  value: unknown,
  { isRequired, max }: { readonly isRequired: boolean; readonly max: number },
): readonly string[] {
  if (value === undefined) return isRequired ? [`${field} is missing`] : [];
  if (typeof value !== "string" || value.trim() === "")
    return [`${field} is a text that is not empty`];
  return value.length <= max ? [] : [`${field} has at most ${max} characters`];
}

function isTextMap(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((member) => typeof member === "string")
  );
}
