import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRenderer } from "@fold/render-overview";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { testTimeout } from "./support/runs.js";
import { entry, layer, note, view } from "./support/views.js";

const top = mkdtempSync(join(tmpdir(), "fold-overview-data-"));
const renderer = createRenderer({ env: { PATH: "" } });

afterAll(async () => {
  await renderer.close();
  rmSync(top, { recursive: true, force: true });
});

const dangerous = fc.constantFrom(
  ..."<>\"'&`=/\\\u0000\u0009\u000a\u000d\u001b\u007f\u0085\u061c\u200e\u202e\u2028\u2066\ufeff\ud800\udc00",
  "</style>",
  "<!--",
  "]]>",
  "<script>",
  "javascript:",
  "{{",
);
const text = fc
  .array(fc.oneof(dangerous, fc.string({ unit: "binary", minLength: 1, maxLength: 3 })), {
    maxLength: 10,
  })
  .map((parts) => parts.join(""));

/** The page with every text of ours, to be compared in structure. */
async function pageWith(said: string): Promise<string> {
  const source = { id: said, origin: said, ref: said, text: said };
  const fields = { title: said, summary: said, kind: said, owner: said, sources: [source] };
  const annotations = [note("n", { text: said, actor: said })];
  const one = entry(said, "XL", { ...fields, annotations });
  const request = { view: view(layer(64, [one])), diff: null, lang: "en", format: "html" } as const;
  const result = await renderer.render({ ...request, dir: top });
  if (!result.ok) throw new Error(result.message);
  return readFileSync(join(top, result.files[0] ?? ""), "utf8");
}

/** Every tag of the body but those that come and go with the length of a text. */
function structureOf(document: string): string {
  const body = document.slice(document.indexOf("</head>"));
  return (body.match(/<\/?[a-z][^>]*>/gi) ?? [])
    .map((tag) => tag.replaceAll(/ (?!class)[a-z-]+="[^"]*"/g, "").replace(/ k-[a-z]+/, ""))
    .filter((tag) => !/^<\/?(span|bdi|i|svg|use)\b/.test(tag))
    .join("");
}

it(
  "no text changes the structure of the page or acts upon what is around it",
  async () => {
    const plain = structureOf(await pageWith("plain"));
    expect(plain).toContain('<h3><a class="number"></a></h3>');
    await fc.assert(
      fc.asyncProperty(text, async (said) => {
        fc.pre(said.trim() !== "");
        const document = await pageWith(said);
        expect(structureOf(document)).toBe(plain);
        expect(document).not.toMatch(/<script|<img|<link|\son[a-z]+=|href="(?!#)/i);
        const unsafe = /[\p{Bidi_Control}\p{Surrogate}\u2028\u2029\ufeff]|(?![\n\t])\p{Control}/u;
        expect(document).not.toMatch(unsafe);
      }),
      { numRuns: Number(process.env["FOLD_PROP_RUNS"] ?? 150) },
    );
  },
  testTimeout,
);
