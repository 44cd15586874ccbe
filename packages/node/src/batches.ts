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

  constructor(
    private readonly send: (items: readonly Item[]) => Promise<void>,
    private readonly most: number,
  ) {}

  /** Resolves once the batch with this item was sent, and fails with it. */
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
        await this.send(batch.map(({ item }) => item));
        for (const { done } of batch) done();
      } catch (error) {
        for (const { failed } of batch) failed(error);
      }
    }
    this.#sending = false;
  }
}
