/**
 * One clock for all processes. `process.hrtime` reads CLOCK_MONOTONIC on Linux, which is the same in
 * every process of a machine and is not set by anyone; so are its counterparts on other systems.
 */

/** Microseconds since some moment before all processes. Rounded down, so order is never made up. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n);
}
