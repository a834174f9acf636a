/** The part of the contract that is plain values and arithmetic, without any schema library. */
export { DECLARED_FIELDS, type DeclaredField } from "./declared-fields.js";
export {
  durationBetween,
  durationOf,
  elapsedBetween,
  parseDuration,
  resolveTime,
} from "./durations.js";
export { identityOf } from "./identity.js";
export { type Instant, instantFromMs, msOf, parseInstant } from "./instants.js";
export { LIMITS, RECORD_ENVELOPE_BYTES } from "./limits.js";
export { isPlainRecord } from "./plain-record/record.js";
export { plainAnnotationRequest, plainBatch, plainContext } from "./plain-request.js";
export { codePointLength, headOf, type TextFault, textFault } from "./text.js";
export { shareOf, TIERS, type Tier, WELL_KNOWN_KINDS } from "./tiers.js";
export { violation } from "./violation-message.js";
