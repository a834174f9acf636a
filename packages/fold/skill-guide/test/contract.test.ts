// The guide names what the contract has: every kind and tier, every member of every declaration, every reason;
// and no code of a violation or an outcome that there is not.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { LIMITS, shareOf, TIERS, WELL_KNOWN_KINDS } from "@fold/contracts";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../src/languages.js";
import { referenceTexts, skillText } from "../src/texts.js";

interface Schema {
  readonly const?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly oneOf?: readonly Schema[];
}

const manifest = createRequire(import.meta.url).resolve("@fold/contracts/package.json");

function schemaNamed(name: string): Schema {
  return JSON.parse(
    readFileSync(join(dirname(manifest), "schemas", `${name}.schema.json`), "utf8"),
  );
}

/** What a member that tells the members of a union apart may be. */
function valuesOf(schema: Schema, member: string): readonly string[] {
  const own = schema.properties?.[member];
  const here = [...(own?.enum ?? []), ...(own?.const === undefined ? [] : [own.const])];
  return [...here, ...(schema.oneOf ?? []).flatMap((one) => valuesOf(one, member))];
}

const declarations = schemaNamed("declaration").oneOf ?? [];
const withdrawal = declarations.find(({ properties }) => properties?.["op"]?.const === "withdraw");

describe.each(LANGUAGES)("%s", (language) => {
  const skill = skillText(language);
  const references = referenceTexts(language);
  const batches = references.get("retry") ?? "";

  test("every tier with its units", () => {
    expect(skill).toContain(`| ${TIERS.join(" | ")} |`);
    expect(skill).toContain(`| ${TIERS.map((tier) => shareOf(tier)).join(" | ")} |`);
  });

  test("every kind", () => {
    expect(
      firstCells(skill).filter((name) => WELL_KNOWN_KINDS.some((kind) => kind === name)),
    ).toEqual([...WELL_KNOWN_KINDS]);
  });

  test("every declaration with its members", () => {
    expect(declarations.length).toBeGreaterThan(5);
    for (const { properties = {} } of declarations) {
      expect(firstCells(batches)).toContain(properties["op"]?.const);
      for (const member of Object.keys(properties)) expect(batches).toContain(`\`${member}\``);
    }
  });

  test("every reason to withdraw", () => {
    const codes = withdrawal?.properties?.["reason"]?.properties?.["code"]?.enum ?? [];
    expect(codes.length).toBeGreaterThan(4);
    for (const code of codes) expect(skill).toContain(`\`${code}\``);
  });

  test("no violation or outcome that there is not", () => {
    const violations = valuesOf(schemaNamed("violation"), "code");
    expect(violations.length).toBeGreaterThan(10);
    const refused = firstCells(references.get("refusal") ?? "");
    expect(refused.length).toBeGreaterThan(5);
    expect(refused.filter((code) => !violations.includes(code))).toEqual([]);
    const outcomes = valuesOf(schemaNamed("answer"), "outcome");
    const [, table = ""] = skill.split("| outcome |");
    const [rows = ""] = table.split("\n\n");
    const named = [...rows.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => namesIn(cell));
    expect(named.length).toBeGreaterThan(4);
    expect(named.filter((outcome) => !outcomes.includes(outcome))).toEqual([]);
  });

  test("the limits that it states", () => {
    expect(references.get("short")).toContain(String(LIMITS.titleCharacters));
    expect(references.get("short")).toContain(String(LIMITS.summaryHeadCharacters));
  });
});

/** The names in the first column of every table. */
function firstCells(text: string): readonly string[] {
  return [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name = ""]) => name);
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}
