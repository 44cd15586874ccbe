import fs from 'node:fs';
import { temporaryFolder } from '../test-database';
import type { Range } from './overlay';
import { MORE, Store } from './store';

let dataDir: string;
let store: Store;

beforeEach(() => {
  dataDir = temporaryFolder();
  store = new Store(dataDir);
});
afterEach(async () => {
  await store.close();
  fs.rmSync(dataDir, { recursive: true });
});

const bytes = (text: string): Buffer => Buffer.from(text);
const letters = (n: number): string => n.toString(36).padStart(2, '0');

/** What a range holds by its definition. */
function expected(model: Map<string, string>, range: Range): string[] {
  const [from, to] = [String(range.start), String(range.end)];
  const inside = [...model.keys()].sort().filter((key) => {
    if (key === from) return !range.exclusiveStart;
    if (key === to) return range.inclusiveEnd;
    return range.reverse ? key < from && key > to : key > from && key < to;
  });
  return (range.reverse ? inside.reverse() : inside).map((key) => `${key}=${model.get(key)}`);
}

it('shows steps what steps before them wrote, on disk or not, by key and by range', async () => {
  const model = new Map<string, string>();
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const step = (): void => {
    for (let i = 0; i < 5; i++) {
      // Names of entries, which have no value and are read by ranges only, end with one letter more.
      const key = letters(random(300)) + (random(2) ? 'e' : '');
      const value = key.endsWith('e') ? '' : String(random(1000));
      if (random(3) === 0) {
        model.delete(key);
        if (value) store.remove(bytes(key));
        else store.removeEntry(bytes(key));
      } else {
        model.set(key, value);
        if (value) store.put(bytes(key), bytes(value));
        else store.putEntry(bytes(key));
      }
    }
    const key = letters(random(300));
    expect(store.get(bytes(key))?.toString()).toBe(model.get(key));
    const [low, high] = [letters(random(300)), letters(random(300))].sort() as [string, string];
    const reverse = random(2) === 1;
    const range = {
      start: bytes(reverse ? high : low),
      end: bytes(reverse ? low : high),
      reverse,
      exclusiveStart: random(2) === 1,
      inclusiveEnd: random(2) === 1,
    };
    if (low === high) return;
    const found = [...store.entries(range)].map(({ key: name, value }) => `${name}=${value}`);
    expect(found).toEqual(expected(model, range));
    expect([...store.keys(range)].map(String)).toEqual(found.map((row) => row.split('=')[0]));
  };
  for (let round = 0; round < 300; round++) {
    const steps = Array.from({ length: 1 + random(4) }, () => store.write(step));
    // Some rounds begin while the transaction of the last one is still on its way.
    if (random(2)) await Promise.all(steps);
    else await new Promise(setImmediate);
  }
  await store.write(() => undefined);
  const all = { start: bytes('0'), end: bytes('zz'), inclusiveEnd: true };
  expect([...store.entries(all)].map(({ key, value }) => `${key}=${value}`)).toEqual(expected(model, all));
});

it('calls a step again that has more to do, and others in between', async () => {
  const order: string[] = [];
  const long = store.write(() => (order.push('long') < 5 ? MORE : 'done'));
  const short = store.write(() => order.push('short'));
  expect(await long).toBe('done');
  await short;
  expect(order.slice(0, 3)).toEqual(['long', 'short', 'long']);
});

it('writes what a value was made of when its transaction was complete, not what later steps made of it', async () => {
  let done = 1;
  store.onSealed = () =>
    setImmediate(() => {
      done = 2;
    });
  await store.write(() => {
    store.put(bytes('done'), () => bytes(String(done)));
    // While space is taken for it, the steps of the next transaction run.
    store.put(bytes('large'), Buffer.alloc(4 * 2 ** 20));
  });
  expect(String(store.get(bytes('done')))).toBe('1');
});

it('gives up the open transaction after an internal error, and no other', async () => {
  await store.write(() => store.put(bytes('a'), bytes('kept')));
  const settled: boolean[] = [];
  store.onSettled = (committed) => settled.push(committed);
  const outcomes = await Promise.allSettled([
    store.write(() => store.put(bytes('b'), bytes('gone'))),
    store.write(() => {
      store.put(bytes('a'), bytes('changed'));
      throw new TypeError('a fault of ours');
    }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(settled).toEqual([false]);
  await store.write(() => store.put(bytes('c'), bytes('later')));
  expect(['a', 'b', 'c'].map((key) => store.get(bytes(key))?.toString())).toEqual([
    'kept',
    undefined,
    'later',
  ]);
});
