export {
  ACTOR,
  commandOf,
  type DeclarationSeed,
  histories,
  type Move,
  moves,
  type Played,
  play,
  remarkedHistories,
  type Step,
} from "./histories.js";
export { createMemoryLog, gatherFacts, type MemoryLog } from "./memory-log.js";
