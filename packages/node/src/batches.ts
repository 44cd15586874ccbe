import { setImmediate } from 'node:timers/promises';

interface Waiting<Item> {
  item: Item;
  done: () => void;
  failed: (error: unknown) => void;
}

/** Sends what comes at the same moment together: the more there is to do, the larger the batches, and the fewer calls. */
export class Batches<Item> {
  #waiting: Waiting<Item>[] = [];
  #sending = false;

  /** @param send returns how many it has sent, from the first on; the rest come first in the next batch */
  constructor(
    private readonly send: (items: readonly Item[]) => Promise<number>,
    private readonly most: number,
  ) {}

  /** Resolves once this item was sent, and fails with the batch that could not be. */
  add(item: Item): Promise<void> {
    return new Promise((done, failed) => {
      this.#waiting.push({ item, done, failed });
      if (!this.#sending) void this.#sendAll();
    });
  }

  async #sendAll(): Promise<void> {
    this.#sending = true;
    while (this.#waiting.length > 0) {
      // What has arrived by now goes along.
      await setImmediate();
      const batch = this.#waiting.splice(0, this.most);
      try {
        const sent = await this.send(batch.map(({ item }) => item));
        for (const { done } of batch.slice(0, sent)) done();
        this.#waiting.unshift(...batch.slice(sent));
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#sending = false;
  }
}
