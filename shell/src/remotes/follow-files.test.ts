import { abandonSilentFiles, followFiles } from './follow-files';
import { LateError, SILENCE_MS, untilSilence } from './silence';

const FILE = 'http://localhost/remotes/affiliate/chunk.js';
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  stop = followFiles((url) => url.includes('/remotes/'));
});
afterEach(() => {
  stop();
  document.head.replaceChildren();
  jest.useRealTimers();
});

/** A script as a bundler asks for it; jsdom does not load it. */
async function ask(src = FILE) {
  const script = document.createElement('script');
  script.src = src;
  document.head.append(script);
  await jest.advanceTimersByTimeAsync(0);
  return script;
}

/** Sees whether a wait was cut short. */
function wait() {
  const outcome = { late: false };
  untilSilence(new Promise(() => undefined)).catch((error) => {
    outcome.late = error instanceof LateError;
  });
  return outcome;
}

it('follows a slow file piece by piece, and asks for a quick one no second time', async () => {
  let send = (_: string) => {};
  const body = new ReadableStream({
    start: (controller) => {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  globalThis.fetch = jest.fn(async () => new Response(body));
  const quick = await ask('http://localhost/remotes/affiliate/quick.js');
  quick.dispatchEvent(new Event('load'));
  await ask();
  const waiting = wait();
  for (let piece = 0; piece < 5; piece += 1) {
    await jest.advanceTimersByTimeAsync(SILENCE_MS - 1000);
    send('x');
    await jest.advanceTimersByTimeAsync(1);
  }
  expect(waiting.late).toBe(false);
  expect(globalThis.fetch).toHaveBeenCalledTimes(1);
  expect(globalThis.fetch).toHaveBeenCalledWith(FILE, expect.anything());
  await jest.advanceTimersByTimeAsync(SILENCE_MS);
  expect(waiting.late).toBe(true);
});

it('takes a file that has come for progress, one that failed not', async () => {
  const [came, failed] = [await ask(), await ask()];
  const waiting = wait();
  await jest.advanceTimersByTimeAsync(1000);
  came.dispatchEvent(new Event('load'));
  await jest.advanceTimersByTimeAsync(SILENCE_MS - 500);
  expect(waiting.late).toBe(false);
  failed.dispatchEvent(new Event('error'));
  await jest.advanceTimersByTimeAsync(500);
  expect(waiting.late).toBe(true);
});

it('fails what is silent before another try, and nothing else', async () => {
  globalThis.fetch = jest.fn(() => new Promise<never>(() => undefined));
  const onError = jest.fn();
  const silent = await ask();
  silent.addEventListener('error', onError);
  await jest.advanceTimersByTimeAsync(SILENCE_MS);
  const fresh = await ask();
  fresh.addEventListener('error', onError);
  abandonSilentFiles();
  abandonSilentFiles();
  expect(onError).toHaveBeenCalledTimes(1);
});
