export type {
  Accepted,
  AnnotationRequest,
  BatchInput,
  EntryAnswer,
  Finding,
  HistoryPage,
  HistoryQuery,
  Kernel,
  LogRecord,
  OpenFailure,
  ReadFailure,
  Receipt,
  Salvaged,
  StateDiff,
  StateView,
  Store,
  StorePosition,
  Violation,
  Warning,
  WatchOptions,
} from "@fold/contracts";
export {
  type SalvageOptions,
  type SalvageResult,
  salvage,
  type Verification,
  type VerifyOptions,
  type VerifyResult,
} from "@fold/store-fs";
export { FoldError, type FoldFailure, type UsageFailure } from "./fold-error.js";
export { verify } from "./inspect.js";
export { type Fold, openFold } from "./open-fold.js";
export {
  type OpenFoldOptions,
  type OpenStoreOutcome,
  openStoreWithKernel,
} from "./open-store-with-kernel.js";
export type { StateQuery } from "./queries.js";
export {
  type FoldResults,
  type ReadOutcome,
  type TryOpenResult,
  tryOpenFold,
  type WriteOptions,
} from "./try-open-fold.js";
