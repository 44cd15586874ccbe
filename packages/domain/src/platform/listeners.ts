/** Who in this process is notified of something. */
export class Listeners<Args extends unknown[], Result = void> {
  readonly #all = new Set<(...args: Args) => Result>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns unsubscribe */
  add(listener: (...args: Args) => Result): () => void {
    this.#all.add(listener);
    return () => {
      this.#all.delete(listener);
    };
  }

  notify(...args: Args): Result[] {
    return [...this.#all].map((listener) => listener(...args));
  }
}
