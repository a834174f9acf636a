/** A scenario: what one agent process is given, and what is expected of the store it leaves. */
import type { Case, Effort, Family, InitialStore, Language } from "./case-schema.js";
import type { Check } from "./check-schema.js";

export interface Scenario {
  /** The id of the case; in pairs with `.first` or `.second`. */
  readonly id: string;
  readonly caseId: string;
  readonly family: Family;
  readonly language: Language;
  readonly now: string;
  readonly person: string;
  readonly background: readonly string[];
  readonly store: InitialStore;
  readonly facts: readonly string[];
  readonly expect: readonly Check[];
  readonly effort: Effort;
}

export function scenariosOf(given: Case): readonly Scenario[] {
  const { id: caseId, family, now, person, effort } = given;
  const shared = { caseId, family, now, person, effort };
  switch (given.family) {
    case "paraphrase": {
      const { background, store, expect } = given;
      return given.tellings.map((telling, index) => ({
        ...shared,
        id: `${caseId}.${PLACES[index === 0 ? 0 : 1]}`,
        background,
        store,
        expect,
        ...telling,
      }));
    }
    case "background": {
      const { language, facts } = given;
      return given.settings.map((setting, index) => ({
        ...shared,
        id: `${caseId}.${PLACES[index === 0 ? 0 : 1]}`,
        language,
        facts,
        ...setting,
      }));
    }
    case "missing":
    case "supersession":
    case "refusal":
    case "annotation": {
      const { language, background, store, facts, expect } = given;
      return [{ ...shared, id: caseId, language, background, store, facts, expect }];
    }
  }
}

const PLACES = ["first", "second"] as const;
