/** Freezes data all the way down, maps included, so that a mutation by the kernel throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) {
    for (const item of value.values()) deepFreeze(item);
    const refuse = { value: refuseChange };
    Object.defineProperties(value, { set: refuse, delete: refuse, clear: refuse });
  } else {
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return Object.freeze(value);
}

function refuseChange(): never {
  throw new TypeError("a frozen map was changed");
}
