/** The harness measures its own scripted agents: their scores have to come out in the right order. */
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { builtProgram } from "./driver/desk.js";
import { evaluate } from "./evaluate.js";
import { percent } from "./report/report.js";
import type { Results } from "./report/results-file.js";
import { tableText } from "./report/table.js";
import type { Case } from "./scenario/case-schema.js";
import { loadCases } from "./scenario/load-cases.js";
import { MEASURES } from "./scoring/measures.js";
import { CHARACTERS, type Character } from "./scripted/characters.js";
import { oneSkill } from "./skill.js";

/** A scripted agent needs no guidance; it is given this to keep. */
const SKILL = fileURLToPath(new URL("../test/skill", import.meta.url));

export type SelfScores = Readonly<Record<Character, Results>>;

/** Ends with 0 when the order is right, with 1 when it is not. `argv`: seed, jobs. */
export async function main(argv: readonly string[]): Promise<number> {
  const [seed = 1, jobs = 2] = argv.map(Number);
  const loaded = loadCases();
  if (!loaded.ok) throw new Error(loaded.faults.join("\n"));
  const scores = await scoresOfAll(loaded.cases, { seed, jobs, skill: SKILL });
  if (scores === null) return 130;
  process.stdout.write(tableOf(scores));
  const faults = orderFaults(scores);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(faults.length === 0 ? "the order is right\n" : "the order is wrong\n");
  return faults.length === 0 ? 0 : 1;
}

export interface SelfOptions {
  readonly seed: number;
  readonly jobs: number;
  readonly skill: string;
}

/** Those that write nothing do so everywhere: a few cases show it, and a hanging one takes its time. */
const WRITE_NOTHING: readonly Character[] = ["crasher", "hanger", "idler"];
const FEW_CASES = 2;

/** Each scripted agent on all cases, but for those that write nothing. */
export async function scoresOfAll(
  cases: readonly Case[],
  { seed, jobs, skill }: SelfOptions,
): Promise<SelfScores | null> {
  const scores = new Map<Character, Results>();
  for (const character of CHARACTERS) {
    const own = WRITE_NOTHING.includes(character) ? cases.slice(0, FEW_CASES) : cases;
    const evaluated = await evaluate(own, {
      command: `node '${builtProgram("scripted/agent.js")}' ${character}`,
      skill: oneSkill(skill),
      recorder: builtProgram("driver/recorder.js"),
      repeats: 1,
      seed,
      jobs,
      keep: null,
      timeoutMs: character === "hanger" ? 300 : 60_000,
      graceMs: 100,
      abort: new AbortController().signal,
      onTrial: () => undefined,
    });
    if (evaluated === null) return null;
    // Those that fail on purpose leave nothing that anybody wants to look at.
    if (evaluated.keptIn !== null) rmSync(evaluated.keptIn, { recursive: true, force: true });
    scores.set(character, evaluated.results);
  }
  return recordOf(scores);
}

function recordOf(scores: ReadonlyMap<Character, Results>): SelfScores {
  const of = (character: Character): Results => {
    const results = scores.get(character);
    if (results === undefined) throw new Error(`${character} was not measured`);
    return results;
  };
  return {
    careful: of("careful"),
    liar: of("liar"),
    careless: of("careless"),
    "always-xl": of("always-xl"),
    copier: of("copier"),
    crasher: of("crasher"),
    hanger: of("hanger"),
    idler: of("idler"),
  };
}

type Place = (typeof MEASURES)[number] | "total" | "checks";

/** Whose score is above whose, in what. */
const ABOVE: readonly (readonly [Place, Character, Character])[] = [
  ["total", "careful", "liar"],
  ["total", "liar", "careless"],
  ["total", "careless", "idler"],
  ["total", "always-xl", "copier"],
  ["checks", "careless", "copier"],
  ["checks", "copier", "crasher"],
  ["total", "careful", "always-xl"],
  ["agreement", "careful", "always-xl"],
  ["direction", "careful", "always-xl"],
  ["direction", "careful", "careless"],
  ["refusal", "careful", "always-xl"],
  ["supersession", "careful", "copier"],
  ["honesty", "careful", "careless"],
  ["acknowledgement", "careless", "liar"],
  ["discipline", "careful", "copier"],
];

export function orderFaults(scores: SelfScores): readonly string[] {
  const score = (place: Place, who: Character): number => {
    const { total, checks, measures } = scores[who].summary;
    if (place === "checks") return checks.estimate;
    return place === "total" ? total.estimate : (measures[place]?.estimate ?? 0);
  };
  const wrong = ABOVE.filter(([place, one, other]) => score(place, one) <= score(place, other));
  const perfect = score("total", "careful") === 1 ? [] : ["careful: not everything is right"];
  const zero = WRITE_NOTHING.filter((who) => score("total", who) > 0);
  return [
    ...wrong.map(([place, one, other]) => `${place}: ${one} is not above ${other}`),
    ...perfect,
    ...zero.map((who) => `${who}: does nothing and scores`),
  ];
}

export function tableOf(scores: SelfScores): string {
  const rows = CHARACTERS.map((who) => {
    const { measures, total, checks } = scores[who].summary;
    const shares = MEASURES.map((name) => percent(measures[name]?.estimate ?? 0));
    return [who, ...shares, percent(total.estimate), percent(checks.estimate)];
  });
  return tableText({ head: ["agent", ...MEASURES, "total", "checks"], rows }, "text");
}
