import { Failure } from "../failure.js";

/**
 * Waits so long and no longer. The driver may wait for ever: for a browser that stands still, and for
 * a page of one that died while the page was being opened.
 */
export async function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const failure = new Failure("draw", `The browser did not answer within ${ms / 1000} s.`);
    timer = setTimeout(() => reject(failure), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
