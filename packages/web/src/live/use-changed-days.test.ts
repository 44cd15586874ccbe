import { FakeEventSource } from '../testing/fake-event-source';
import { followChanges } from './use-changed-days';

let reported: (readonly string[] | undefined)[];
let answer: () => void;
let end: () => void;

/** Follows, with answers that the test gives. */
function follow() {
  reported = [];
  end = followChanges((days) => {
    reported.push(days);
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  });
}
const atRest = async () => {
  answer();
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};
const stream = () => FakeEventSource.made.at(-1)!;

beforeEach(() => {
  jest.useFakeTimers();
  FakeEventSource.install();
});
afterEach(() => {
  end();
  jest.useRealTimers();
});

it('a stream that opens at once asks for nothing again, and reports each change', () => {
  follow();
  expect(stream().url).toBe('/api/statistics-changes');
  stream().open();
  stream().send('changed', { days: ['2026-11-21'] });
  expect(reported).toEqual([['2026-11-21']]);
});

it('asks for what may have been missed once a slow stream is there, then reports each change', async () => {
  follow();
  jest.advanceTimersByTime(2001);
  stream().open();
  await atRest();
  stream().send('changed', { days: ['2026-11-21'] });
  expect(reported).toEqual([undefined, ['2026-11-21']]);
});

it('reports what arrives during a request afterwards, together', async () => {
  follow();
  stream().send('changed', { days: ['2026-11-20'] });
  stream().send('changed', { days: ['2026-11-21'] });
  stream().send('changed', { days: ['2026-11-19', '2026-11-21'] });
  expect(reported).toEqual([['2026-11-20']]);
  await atRest();
  expect(reported).toEqual([['2026-11-20'], ['2026-11-21', '2026-11-19']]);
});

it('what waits for a request is not reported any more once the screen is left', async () => {
  follow();
  stream().send('changed', { days: ['2026-11-20'] });
  stream().send('changed', { days: ['2026-11-21'] });
  end();
  await atRest();
  expect(reported).toEqual([['2026-11-20']]);
});

it('polls while there is no stream, until it is there again', async () => {
  follow();
  stream().open();
  stream().fail();
  jest.advanceTimersByTime(1500);
  await atRest();
  jest.advanceTimersByTime(1500);
  await atRest();
  expect(reported).toHaveLength(2);
  stream().open();
  await atRest();
  jest.advanceTimersByTime(10_000);
  expect(reported).toHaveLength(3);
  expect(FakeEventSource.made).toHaveLength(1);
});

it('opens a stream that was refused again after a while', async () => {
  follow();
  stream().fail({ refused: true });
  jest.advanceTimersByTime(15_000);
  expect(FakeEventSource.made).toHaveLength(2);
});

it('does not poll in a tab that nobody sees, and asks once it is seen', async () => {
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  follow();
  stream().fail();
  jest.advanceTimersByTime(10_000);
  expect(reported).toEqual([]);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(reported).toEqual([undefined]);
  hidden.mockRestore();
});

it('polls where the browser knows no streams', () => {
  Object.assign(globalThis, { EventSource: undefined });
  follow();
  jest.advanceTimersByTime(1500);
  expect(reported).toEqual([undefined]);
});

it('leaves nothing behind', () => {
  follow();
  stream().fail({ refused: true });
  end();
  jest.advanceTimersByTime(60_000);
  expect(reported).toEqual([]);
  expect(FakeEventSource.made).toHaveLength(1);
});
