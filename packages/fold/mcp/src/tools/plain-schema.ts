/**
 * JSON Schema as clients understand it. Many of them resolve no `$ref`, and drop or refuse what is
 * composed with `oneOf`, `anyOf` or `allOf`; so what is listed uses neither. See docs/decisions/0015-mcp.md.
 */
import * as z from "zod/mini";

export type JsonSchema = { readonly [keyword: string]: unknown };

interface ObjectSchema extends JsonSchema {
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required: readonly string[];
}

/** The JSON Schema of what a caller may write. */
export function plainSchemaOf(schema: z.ZodMiniType): JsonSchema {
  // Transforms, such as those of instants, carry their JSON shape as metadata.
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const { $schema: _dialect, ...rest } = plain(json);
  return rest;
}

/** The same, of an object. */
export function plainObjectOf(schema: z.ZodMiniType): ObjectSchema {
  return asObject(plainSchemaOf(schema));
}

function asObject(schema: JsonSchema): ObjectSchema {
  const { properties, required = [] } = schema;
  if (typeof properties !== "object" || properties === null || !Array.isArray(required)) {
    throw new Error("invariant: the schema of an object is needed");
  }
  return { ...schema, properties: { ...properties }, required: required.map(String) };
}

/** Says the same without composition and without bounds that exclude nothing. */
function plain(node: unknown): JsonSchema {
  const { anyOf, oneOf, ...keywords } = node as JsonSchema;
  const kept = Object.entries(keywords).filter(([keyword, value]) => !saysNothing(keyword, value));
  const mapped = kept.map(([keyword, value]) => [keyword, plainValue(keyword, value)] as const);
  const whole: JsonSchema = Object.fromEntries(mapped);
  if (Array.isArray(oneOf)) return { ...whole, ...flatten(oneOf.map(plain).map(asObject)) };
  if (!Array.isArray(anyOf)) return whole;
  const [value, nothing, ...others] = anyOf.map(plain);
  if (value === undefined || nothing?.["type"] !== "null" || others.length > 0) {
    throw new Error("invariant: only a choice between a value and null has a plain form");
  }
  return { ...whole, ...value, type: [value["type"], "null"] };
}

function plainValue(keyword: string, value: unknown): unknown {
  if (keyword === "items") return plain(value);
  if (keyword !== "properties") return value;
  const members = Object.entries(value as Readonly<Record<string, unknown>>);
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}

function saysNothing(keyword: string, value: unknown): boolean {
  if (keyword === "minLength") return value === 0;
  if (keyword === "minimum") return value === Number.MIN_SAFE_INTEGER;
  if (keyword === "maximum") return value === Number.MAX_SAFE_INTEGER;
  // Validators disagree on what formats they know, and some refuse a schema with one that they do not.
  return keyword === "format";
}

/**
 * The members of a discriminated union as one object that has the properties of all. What it leaves
 * open is which properties go with which tag; the description of the tag says what each one needs.
 */
function flatten(members: readonly ObjectSchema[]): ObjectSchema {
  const tags = members.map((member) => ({ ...member, tag: tagOf(member) }));
  const properties: Record<string, JsonSchema> = {};
  for (const member of members) {
    for (const [name, schema] of Object.entries(member.properties)) {
      const known = properties[name];
      if ("const" in schema) continue;
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
        throw new Error(`invariant: ${name} has one shape in every member`);
      }
      properties[name] = schema;
    }
  }
  const [tagName] = tags.map(({ tag }) => tag.name);
  if (tagName === undefined) throw new Error("invariant: a union has members");
  const needs = tags.map(({ tag, required }) => {
    const names = required.filter((name) => name !== tagName);
    return `${tag.value} ${names.join(",")}`;
  });
  const op = {
    type: "string",
    enum: tags.map(({ tag }) => tag.value),
    description: `Needs: ${needs.join("; ")}`,
  };
  return {
    type: "object",
    properties: { [tagName]: op, ...properties },
    required: [tagName],
    additionalProperties: false,
  };
}

function tagOf({ properties }: ObjectSchema): { readonly name: string; readonly value: string } {
  for (const [name, schema] of Object.entries(properties)) {
    if (typeof schema["const"] === "string") return { name, value: schema["const"] };
  }
  throw new Error("invariant: each member of a union has a tag");
}
