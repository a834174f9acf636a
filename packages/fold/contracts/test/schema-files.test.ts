import { readdir, readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { schemaFiles } from "../scripts/generate-schemas.js";

const folder = new URL("../schemas/", import.meta.url);
const files = schemaFiles();

test("there is one file a shape, and none besides", async () => {
  const present = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  expect(present).toEqual([...files.keys()].sort());
});

describe.each([...files])("%s", (name, text) => {
  test("is up to date (if not: pnpm run schemas)", async () => {
    expect(await readFile(new URL(name, folder), "utf8")).toBe(text);
  });

  test("is a JSON Schema of the draft that it names", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const schema = JSON.parse(text);
    expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
    expect(ajv.validateSchema(schema)).toBe(true);
    ajv.compile(schema);
  });
});
