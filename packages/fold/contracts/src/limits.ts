/**
 * Every bound of the contract, in one place. Text lengths are counted in Unicode code points,
 * `bytes` are UTF-8. A value on the limit is accepted, the next one is refused.
 */
export const LIMITS = {
  entryIdCharacters: 128,
  requestIdCharacters: 128,
  actorCharacters: 128,
  titleCharacters: 160,
  summaryCharacters: 4000,
  kindCharacters: 32,
  /** Annotation text, reason text and notes. */
  textCharacters: 8000,
  whyCharacters: 500,
  sourceIdCharacters: 128,
  sourceOriginCharacters: 160,
  sourceRefCharacters: 2048,
  sourceProvenanceCharacters: 2048,
  sourcesPerEntry: 32,
  declarationsPerBatch: 256,
  /** The root layer is depth 1, so an entry at depth 6 carries no layer. */
  layerDepth: 6,
  activeEntries: 1024,
  /** One log line, its line feed included. */
  recordBytes: 4 * 1024 * 1024,
  budgetMin: 8,
  budgetMax: 1024,
  budgetDefault: 64,
  /** Oldest pending annotations that the working set and a view hold in full. */
  pendingAnnotations: 50,
  /** Newest acknowledged annotations that an entry shows with their notes. */
  acknowledgedPerEntry: 3,
  /** Deferred entries whose time has come that a view lists. */
  dueBack: 20,
  /** Below depth 1 a longer summary shows as its head. */
  summaryHeadCharacters: 280,
  /** In a layer a longer `text` or `reading` of a source shows as its head. */
  sourceHeadCharacters: 500,
  /** Ids that a `stale_revision` violation lists. */
  staleRevisionChanged: 100,
  viewDepthDefault: 2,
  historyDefault: 100,
  historyMax: 1000,
} as const;

/**
 * Bytes that the store adds around what the kernel decided: the digest, the chain and the line feed
 * (`"digest":"…64…",` + `,"prev":"…64…"` + `,"hash":"…64…"` + LF).
 */
export const RECORD_ENVELOPE_BYTES = 76 + 74 + 74 + 1;
