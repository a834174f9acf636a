/** What a schema cannot say of a case: that what it names is there. */
import { parseBatch } from "@fold/contracts";
import type { Case, InitialStore } from "./case-schema.js";
import type { Check, Matcher } from "./check-schema.js";
import { scenariosOf } from "./scenario.js";

export function faultsOf(given: Case): readonly string[] {
  const faults = scenariosOf(given).flatMap(({ id, store, now, expect }) => [
    ...storeFaults(store, now).map((fault) => `${id}: ${fault}`),
    ...expect.flatMap((check, index) =>
      checkFaults(check, store).map((fault) => `${id}: expect[${index}]: ${fault}`),
    ),
  ]);
  return [...new Set(faults)];
}

/** The batch that fills the store before the agent comes. */
export function firstBatch({ budget, entries }: InitialStore): unknown {
  const budgets = budget === undefined ? [] : [{ op: "budget", layer: null, budget }];
  const declares = entries.map((entry) => ({ op: "declare", ...entry }));
  return { batch_id: "before", declarations: [...budgets, ...declares] };
}

function storeFaults(store: InitialStore, now: string): readonly string[] {
  const parsed = parseBatch(firstBatch(store));
  const faults = parsed.ok
    ? []
    : parsed.violations.map(({ path, message }) => `${path} ${message}`);
  const ids = new Set(store.entries.map(({ id }) => id));
  for (const { annotation_id, entry_id, at } of store.annotations) {
    if (entry_id !== null && !ids.has(entry_id)) {
      faults.push(`${annotation_id}: there is no entry ${entry_id}`);
    }
    if (Date.parse(at) > Date.parse(now) || Date.parse(at) < Date.parse(store.at)) {
      faults.push(`${annotation_id}: at lies outside of what has happened`);
    }
  }
  if (Date.parse(store.at) > Date.parse(now)) faults.push("store.at is after now");
  return faults;
}

function checkFaults(check: Check, store: InitialStore): readonly string[] {
  const ids = new Set(store.entries.map(({ id }) => id));
  const unknown = idsIn(check).filter((id) => !ids.has(id));
  const faults = unknown.map((id) => `the store has no entry ${id}`);
  if (check.check !== "acknowledgement") return faults;
  const nested = check.wish.flatMap((wish) => checkFaults(wish, store));
  const isThere = store.annotations.some((one) => one.annotation_id === check.annotation);
  const missing = isThere ? [] : [`the store has no annotation ${check.annotation}`];
  const mayDecline = check.accept.includes("declined");
  const halved =
    mayDecline === (check.declining !== undefined)
      ? []
      : ["declining goes with accept: declined, and the other way round"];
  return [...faults, ...nested, ...missing, ...halved];
}

function idsIn(check: Check): readonly string[] {
  const matchers: readonly Matcher[] = [
    ...("entry" in check ? [check.entry] : []),
    ...("than" in check ? [check.than] : []),
    ...("by" in check ? [check.by] : []),
  ];
  return [
    ...matchers.flatMap(({ id }) => (id === undefined ? [] : [id])),
    ...("ids" in check ? check.ids : []),
    ...("id" in check ? [check.id] : []),
  ];
}
