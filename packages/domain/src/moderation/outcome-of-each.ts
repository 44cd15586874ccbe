import type { DecisionResult } from '@partnerdesk/contracts';
import { slicesOf } from '../platform';

/** What became of one item of a decision on many: its new state, or why it was refused. */
export type ItemOutcome = { id: number; result: DecisionResult } | { id: number; error: unknown };

/** At a time: enough to hide the waits, few enough to leave the database to others. */
const AT_A_TIME = 4;

/** Works on each item by itself: one that is refused does not keep the others back. Outcomes in the order given. */
export async function outcomeOfEach<Item>(
  items: readonly Item[],
  idOf: (item: Item) => number,
  work: (item: Item) => Promise<DecisionResult>,
): Promise<ItemOutcome[]> {
  const outcomes: ItemOutcome[] = [];
  for (const slice of slicesOf(items, AT_A_TIME)) {
    const group = slice.map((item): Promise<ItemOutcome> => {
      const id = idOf(item);
      return work(item).then(
        (result) => ({ id, result }),
        (error: unknown) => ({ id, error }),
      );
    });
    outcomes.push(...(await Promise.all(group)));
  }
  return outcomes;
}
