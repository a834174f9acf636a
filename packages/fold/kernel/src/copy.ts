/** A copy of JSON data that shares nothing with it: what readers are given is theirs to change. */
export function copyOf<Value>(value: Value): Value {
  return copied(value) as Value;
}

function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copied);
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copied(item)]));
}
