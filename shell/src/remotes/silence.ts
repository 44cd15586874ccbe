/** Nothing of any remote has arrived for so long: what is awaited counts as late, in ms. */
export const SILENCE_MS = 10_000;

/** What was awaited did not come, and nothing of it was on its way. */
export class LateError extends Error {}

const timers = new Set<() => void>();

/** Bytes of a remote have arrived: everyone who waits goes on waiting. */
export function noteArrival(): void {
  for (const restart of timers) restart();
}

/** Settles like `promise`, but rejects with LateError once nothing arrives for `silenceMs`: a slow line goes on. */
export function untilSilence<T>(promise: Promise<T>, silenceMs = SILENCE_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      timers.delete(restart);
    };
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stop();
        reject(new LateError(`Nothing arrived for ${silenceMs} ms`));
      }, silenceMs);
    };
    timers.add(restart);
    restart();
    promise.then(resolve, reject).finally(stop);
  });
}
