/** How much of a model's context a text takes, by a tokenizer of today (o200k_base). */
import { countTokens } from "gpt-tokenizer";

export function tokensOf(text: string): number {
  return countTokens(text);
}
