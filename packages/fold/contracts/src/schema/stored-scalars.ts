/** Scalars that only the store writes. Requests do without them, so a command does not build them. */
import * as z from "zod/mini";
import { type Instant, parseInstant } from "../instants.js";

/** An instant as the store writes it. */
export const instant = z.custom<Instant>(
  (value) => typeof value === "string" && parseInstant(value) === value,
);
instant.register(z.globalRegistry, {
  type: "string",
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$",
});

/** A duration as views write it; a leading minus means that the instant has passed. */
export const duration = z
  .string()
  .check(z.regex(/^-?P(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/));

/** Lower-case hexadecimal SHA-256. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
