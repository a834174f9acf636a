/** Freezes data all the way down, maps included, so that a mutation by the kernel throws. */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (isMap(value)) {
    for (const item of value.values()) deepFreeze(item);
    const refuse = { value: refuseChange };
    Object.defineProperties(value, { set: refuse, delete: refuse, clear: refuse });
  } else {
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return Object.freeze(value);
}

/** Whatever reads as a map, the kernel's own included. */
function isMap(value: object): value is ReadonlyMap<unknown, unknown> {
  return Symbol.iterator in value && "get" in value && "size" in value;
}

function refuseChange(): never {
  throw new TypeError("a frozen map was changed");
}
