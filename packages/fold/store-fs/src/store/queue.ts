/**
 * Calls of one handle, one after the other. A later call sees all that an earlier one did, and at
 * most one of them waits for the exclusion. A group commit would take several from here at once.
 */
export interface Queue {
  run<Value>(task: () => Promise<Value>): Promise<Value>;
}

export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run(task) {
      const result = last.then(task);
      last = result.catch(() => undefined);
      return result;
    },
  };
}
