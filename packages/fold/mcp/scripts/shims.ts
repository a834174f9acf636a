/**
 * Stands in for `@modelcontextprotocol/server/_shims` in the bundle. The SDK takes a JSON Schema validator
 * from there, ajv, which is half of its code: it checks what a client answers when a server asks it for
 * input. This server never asks, and its own requests are judged by the contracts.
 */
import process from "node:process";

export { process };

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error("invariant: fold-mcp asks no client for input");
  }
}
