/**
 * Calls of one handle, one after the other: a later call sees all that an earlier one did, and at
 * most one of them waits for the exclusion. Writes that wait side by side are handed over together,
 * so that they share an append and a sync.
 */
export interface Queue<Item, Answer> {
  /** Runs a task when the calls before it are done. */
  run<Value>(task: () => Promise<Value>): Promise<Value>;
  /** Joins the group at the end of the queue, or begins one there. */
  join(item: Item): Promise<Answer>;
}

/** Answers in the order of the items; fewer than there are only where something was thrown. */
export interface GroupAnswers<Answer> {
  readonly answers: readonly Answer[];
  /** What was thrown before the other items were answered; it is thrown to those who sent them. */
  readonly thrown?: unknown;
}

export interface QueueOptions<Item, Answer> {
  readonly runGroup: (items: readonly Item[]) => Promise<GroupAnswers<Answer>>;
  readonly groupItemsMax: number;
}

interface Group<Item, Answer> {
  readonly items: Item[];
  readonly answered: Promise<GroupAnswers<Answer>>;
}

export function createQueue<Item, Answer>(
  options: QueueOptions<Item, Answer>,
): Queue<Item, Answer> {
  const { runGroup, groupItemsMax } = options;
  let last: Promise<unknown> = Promise.resolve();
  /** The group at the end of the queue, as long as it has not begun. */
  let open: Group<Item, Answer> | null = null;

  function append<Value>(task: () => Promise<Value>): Promise<Value> {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  }

  function begin(): Group<Item, Answer> {
    const items: Item[] = [];
    const answered = append(() => {
      if (open?.items === items) open = null;
      return runGroup(items);
    });
    return { items, answered };
  }

  return {
    run(task) {
      open = null;
      return append(task);
    },
    async join(item) {
      if (open === null || open.items.length >= groupItemsMax) open = begin();
      const { items, answered } = open;
      const place = items.push(item) - 1;
      const { answers, thrown } = await answered;
      const answer = answers[place];
      if (answer !== undefined) return answer;
      throw thrown ?? new Error("invariant: each item of a group is answered");
    },
  };
}
