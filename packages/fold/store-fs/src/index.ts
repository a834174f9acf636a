export type { LockKind, LockPort } from "./exclusion/lock-port.js";
export { loadNativeLock, nativeLock } from "./exclusion/native-lock.js";
export type { FileFacts, FsPort, OpenMode } from "./fs-port.js";
export {
  type SalvageOptions,
  type SalvageRefusal,
  type SalvageResult,
  salvage,
} from "./inspection/salvage.js";
export {
  type Verification,
  type VerifyOptions,
  type VerifyResult,
  verify,
} from "./inspection/verify.js";
export { nodeFs } from "./node-fs.js";
export { type OpenStoreOptions, type OpenStoreResult, openStore } from "./store/open-store.js";
