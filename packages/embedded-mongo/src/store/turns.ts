/** How long work may go on before others get their turn, ms. */
export const SLICE_MS = 6;

const waiting: (() => void)[] = [];

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}

/** Lets sockets and timers run, and the other long tasks before this one: one slice a turn of the event loop. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

/** Shows a long task when it has to let others in. */
export class Slice {
  private end = performance.now() + SLICE_MS;
  private calls = 0;

  /** Cheap enough for every document. */
  isOver(): boolean {
    return (++this.calls & 31) === 0 && performance.now() > this.end;
  }

  async pause(): Promise<void> {
    await nextTurn();
    this.end = performance.now() + SLICE_MS;
  }
}
