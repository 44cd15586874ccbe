import { inEqualTime } from './in-equal-time';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([
  ['at once', async () => {}],
  ['after a while', () => new Promise<void>((resolve) => setTimeout(resolve, 150))],
  [
    'never',
    async () => {
      throw new Error('refused');
    },
  ],
])('what is done %s is answered after the same time', async (_, work) => {
  let over = false;
  const answer = inEqualTime(200, work)
    .catch(() => undefined)
    .finally(() => {
      over = true;
    });
  await jest.advanceTimersByTimeAsync(199);
  expect(over).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  await answer;
  expect(over).toBe(true);
});
