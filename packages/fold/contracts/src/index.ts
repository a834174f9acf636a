export { DECLARED_FIELDS, type DeclaredField } from "./declared-fields.js";
export {
  durationBetween,
  durationOf,
  elapsedBetween,
  parseDuration,
  resolveTime,
} from "./durations.js";
export { identityOf } from "./identity.js";
export type { Immutable } from "./immutable.js";
export { type Instant, instantFromMs, msOf, parseInstant } from "./instants.js";
export type {
  Between,
  ChangedSince,
  Command,
  DecideContext,
  Decision,
  Deferred,
  FactKey,
  FactNeed,
  Facts,
  Kernel,
  Query,
  State,
  StateSnapshot,
  ViewAnswer,
  ViewQuery,
} from "./kernel-port.js";
export { LIMITS, RECORD_ENVELOPE_BYTES } from "./limits.js";
export { type Parsed, parseAnnotationRequest, parseBatch, parseCallContext } from "./parse.js";
export { parseHistoryQuery, parseStateQuery } from "./parse-query.js";
export type {
  OverviewSelection,
  Renderer,
  RenderRequest,
  RenderResult,
  RenderStage,
} from "./renderer-port.js";
export {
  type AcknowledgedAnnotation,
  type Acknowledgement,
  type Annotation,
  acknowledgedAnnotationSchema,
  acknowledgementSchema,
  annotationSchema,
  type EntryAnnotations,
  entryAnnotationsSchema,
} from "./schema/annotation.js";
export {
  type Acknowledge,
  type AnnotationRequest,
  acknowledgeSchema,
  annotationRequestSchema,
  type Batch,
  type BatchInput,
  batchSchema,
  type Declaration,
  type DeclarationOf,
  declarationSchema,
  type ReasonInput,
  reasonInputSchema,
} from "./schema/batch.js";
export { type StateDiff, stateDiffSchema } from "./schema/diff.js";
export {
  type ClosedEntry,
  type Closing,
  closedEntrySchema,
  closingSchema,
  type Entry,
  type EntryFields,
  type EntryStatus,
  entryFieldsSchema,
  entrySchema,
  type Reason,
  reasonSchema,
} from "./schema/entry.js";
export {
  type HistoryPage,
  type HistoryQuery,
  historyPageSchema,
  historyQuerySchema,
} from "./schema/history.js";
export {
  type Examination,
  examinationSchema,
  type Finding,
  findingSchema,
  type Mended,
  mendedSchema,
  type Salvaged,
  salvagedSchema,
} from "./schema/inspection.js";
export {
  type Accepted,
  type Answer,
  acceptedSchema,
  answerSchema,
  type BriefChange,
  briefChangeSchema,
  type Conflict,
  type Corrupt,
  conflictSchema,
  corruptSchema,
  type LayerUsage,
  layerUsageSchema,
  type NoStore,
  type NotFound,
  noStoreSchema,
  notFoundSchema,
  type Outcome,
  type ReadFailure,
  type Receipt,
  type Rejected,
  receiptSchema,
  rejectedSchema,
  type Unavailable,
  type UnknownOutcome,
  unavailableSchema,
  unknownSchema,
  type Warning,
  warningSchema,
} from "./schema/receipt.js";
export {
  type Acknowledged,
  acknowledgedSchema,
  type Change,
  type ChangeOf,
  changeSchema,
  type LogRecord,
  type ReceiptBody,
  type RecordBody,
  type RecordType,
  receiptBodySchema,
  recordSchema,
} from "./schema/record.js";
export type { TimeInput } from "./schema/scalars.js";
export { type SourceInput, sourceInputSchema } from "./schema/source.js";
export { type StateQueryInput, stateQuerySchema } from "./schema/state-query.js";
export {
  type Source,
  type SourceView,
  sourceSchema,
  sourceViewSchema,
} from "./schema/stored-source.js";
export {
  type AnnotationView,
  annotationViewSchema,
  type ClosedEntryView,
  type CollapsedLayer,
  closedEntryViewSchema,
  collapsedLayerSchema,
  type DueBack,
  dueBackSchema,
  type EntryAnswer,
  type EntryView,
  entryAnswerSchema,
  entryViewSchema,
  type LayerView,
  layerViewSchema,
  type StateView,
  stateViewSchema,
} from "./schema/view.js";
export {
  type BudgetEntry,
  budgetEntrySchema,
  type Violation,
  type ViolationCode,
  type ViolationFacts,
  violationSchema,
} from "./schema/violation.js";
export type {
  CallContext,
  CommitContext,
  OpenFailure,
  ReadResult,
  Store,
  StorePosition,
  WatchOptions,
} from "./store-port.js";
export { codePointLength, headOf, type TextFault, textFault } from "./text.js";
export { shareOf, TIERS, type Tier, WELL_KNOWN_KINDS } from "./tiers.js";
export { violation } from "./violation-message.js";
