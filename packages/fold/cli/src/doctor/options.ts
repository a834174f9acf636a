/** The options of `fold-doctor`, in a module of its own: `fold completion` offers them too. */
import type { OptionTable } from "../options.js";

export const DOCTOR_OPTIONS = {
  dir: { type: "string", values: "folder" },
  salvage: { type: "string", values: "folder" },
  format: { type: "string", values: ["text", "json"] },
  lang: { type: "string", values: ["en", "zh"] },
  full: { type: "boolean" },
  help: { type: "boolean" },
  version: { type: "boolean" },
} as const satisfies OptionTable;
