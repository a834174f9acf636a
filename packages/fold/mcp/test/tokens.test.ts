import { encode } from "gpt-tokenizer";
import { expect, onTestFinished, test } from "vitest";
import { toolTexts } from "../src/texts/tool-texts.generated.js";
import { connected } from "./support.js";

const TOKENS_MAX = 2500;

test.each(["en", "zh"] as const)("the listing costs a model little, in %s", async (language) => {
  const { client } = await connected(onTestFinished, { language });
  const { tools } = await client.listTools();
  const listing = encode(JSON.stringify({ tools })).length;
  const instructions = encode(toolTexts[language].instructions).length;
  expect(listing + instructions).toBeLessThanOrEqual(TOKENS_MAX);
});
