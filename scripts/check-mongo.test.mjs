import { spawnSync } from 'node:child_process';
import { testDatabaseUrl } from '@partnerdesk/testing/services';
import { compareServers, deviationOf } from './lib/check-mongo/differential.mjs';
import { failedTests, slowQueries } from './lib/check-mongo/own-tests.mjs';
import { serverFacts } from './lib/check-mongo/server-facts.mjs';
import { MongoClient } from './lib/driver.mjs';
import { inRoot } from './lib/paths.mjs';

/** @typedef {import('mongodb').Db} Db */

/** @type {import('mongodb').MongoClient} */
let client;
beforeAll(async () => {
  client = await new MongoClient(testDatabaseUrl('check')).connect();
});
afterAll(() => client.close());

/**
 * A server that answers wrongly.
 * @param {(command: Record<string, any>, answer: Record<string, any>) => object} change
 */
const wrongly = (change) => {
  const db = client.db(new URL(testDatabaseUrl('wrong')).pathname.slice(1));
  const command = async (/** @type {any} */ asked, /** @type {any} */ options) =>
    change(asked, await db.command(asked, options));
  return /** @type {Db} */ (
    /** @type {unknown} */ ({ command, collection: (/** @type {string} */ name) => db.collection(name) })
  );
};

const HOW = { count: 150, seed: 1 };

test('a server beside itself shows no difference', async () => {
  const same = wrongly((_command, answer) => answer);
  const { differences, deviations } = await compareServers(
    client.db(new URL(testDatabaseUrl('right')).pathname.slice(1)),
    same,
    HOW,
  );
  expect([differences, [...deviations]]).toEqual([[], []]);
});

/** @type {[string, string, Parameters<typeof wrongly>[0]][]} */
const WRONG = [
  ['counts one too many', 'count', (command, answer) => (command.count ? { ...answer, n: 99 } : answer)],
  [
    'finds in another order',
    'find',
    ({ find, sort }, answer) =>
      find && sort.a ? { cursor: { firstBatch: answer.cursor.firstBatch.reverse() } } : answer,
  ],
  [
    'takes a repeated key',
    'insert',
    (command, answer) => (command.insert ? { ...answer, writeErrors: undefined } : answer),
  ],
  [
    'has other sums',
    'aggregate',
    (command, answer) => (command.aggregate ? { cursor: { firstBatch: [] } } : answer),
  ],
];

test.each(WRONG)('a server that %s is found out', async (_what, name, change) => {
  const right = client.db(new URL(testDatabaseUrl('right')).pathname.slice(1));
  const { differences } = await compareServers(right, wrongly(change), HOW);
  expect(differences.length).toBeGreaterThan(0);
  for (const { command, left, right: other } of differences) {
    expect(command).toMatch(new RegExp(`^\\{"(after":\\{")?${name}"`));
    expect(left).not.toBe(other);
  }
});

test('what the product needs of a server, and a remedy for what is wrong', async () => {
  const right = wrongly((_command, answer) => answer);
  expect((await serverFacts(right)).filter(({ wrong }) => wrong)).toEqual([]);
  const wrong = wrongly((command, answer) =>
    command.hello ? { maxWireVersion: 17, localTime: new Date(Date.now() + 60_000) } : answer,
  );
  expect((await serverFacts(wrong)).map(({ name, wrong: why }) => [name, Boolean(why)])).toEqual([
    ['version', true],
    ['replica set', true],
    ['write concern', false],
    ['racing upserts', false],
    ['racing inserts', false],
    ['clock', true],
  ]);
  const router = wrongly((command, answer) =>
    command.hello ? { ...answer, setName: undefined, msg: 'isdbgrid' } : answer,
  );
  expect((await serverFacts(router)).find(({ name }) => name === 'replica set')).toEqual({
    name: 'replica set',
    found: expect.stringMatching(/^a sharded cluster/),
  });
});

test('a server that loses one of two upserts that race is refused', async () => {
  const db = wrongly((_command, answer) => answer);
  const losing = /** @type {Db} */ (
    /** @type {unknown} */ ({
      ...db,
      collection: (/** @type {string} */ name) => {
        const collection = db.collection(name);
        const updateOne = collection.updateOne.bind(collection);
        let made = false;
        // A racer that finds no document overwrites what another has written meanwhile.
        collection.updateOne = /** @type {any} */ (
          async (/** @type {any} */ filter, /** @type {any} */ update, /** @type {any} */ options) => {
            if (made) return updateOne(filter, update, options);
            const found = await collection.findOne(filter);
            made = true;
            return found
              ? updateOne(filter, update, options)
              : updateOne(filter, { $set: update.$inc }, options);
          }
        );
        return collection;
      },
    })
  );
  const facts = await serverFacts(losing);
  expect(facts.filter(({ wrong }) => wrong)).toEqual([
    {
      name: 'racing upserts',
      found: expect.stringMatching(/^5\d\d of 600/),
      wrong: expect.stringContaining('loses writes'),
    },
  ]);
});

test.each([
  ['order of fields', { find: 'a' }, { documents: [{ a: 1, b: 2 }] }, { documents: [{ b: 2, a: 1 }] }],
  [
    'sums of fractions',
    { aggregate: 'a', pipeline: [{ $group: { sum: { $sum: '$b' } } }] },
    { sum: { $numberDouble: '0.1' } },
    { sum: { $numberDouble: '0.10000000000000001' } },
  ],
  [
    'arithmetic',
    { update: 'a', updates: [{ u: { $inc: { a: 1 } } }] },
    { n: 1 },
    { writeErrors: [{ index: 0, code: { $numberInt: '14' } }] },
  ],
])('%s: a known deviation is listed with why it does not matter', (name, command, left, right) => {
  const known = deviationOf(command, [JSON.stringify(left), JSON.stringify(right)]);
  expect(known?.name).toContain(name);
  expect(known?.why).toMatch(/\.$/);
  expect(deviationOf({ count: 'a' }, ['{"n":1}', '{"n":2}'])).toBeUndefined();
});

test('queries that walk a collection or sort in memory are named, once each', () => {
  const line = (/** @type {object} */ filter, /** @type {string} */ stage) =>
    JSON.stringify({ query: { find: 'sales', filter }, plan: { stage: 'FETCH', inputStage: { stage } } });
  const lines = [
    line({ day: 1 }, 'IXSCAN'),
    line({ day: 1 }, 'COLLSCAN'),
    line({ day: 1 }, 'COLLSCAN'),
    line({ day: 2 }, 'SORT'),
    line({}, 'COLLSCAN'),
  ];
  expect(slowQueries(lines.join('\n'))).toEqual({
    queries: 5,
    slow: ['COLLSCAN: {"find":"sales","filter":{"day":1}}', 'SORT: {"find":"sales","filter":{"day":2}}'],
    sorted: 0,
  });
  // An engine that sorts what any other reads in the order of its index.
  const query = { find: 'sales', filter: { _id: { $gt: 1 } }, sort: { _id: 1 } };
  lines.push(JSON.stringify({ query, plan: { stage: 'SORT' } }));
  expect(slowQueries(lines.join('\n'))).toEqual({
    queries: 6,
    slow: ['COLLSCAN: {"find":"sales","filter":{"day":1}}'],
    sorted: 2,
  });
});

test('failed tests of the store are separated from those that may differ on another engine', () => {
  const file = (/** @type {[string, string][]} */ ...results) => ({
    name: 'a.test.ts',
    message: 'why',
    assertionResults: results.map(([fullName, status]) => ({ fullName, status })),
  });
  const known = '$group sums numbers of all types, exactly';
  const results = [file(['one', 'passed'], ['other', 'failed'], [known, 'failed']), file()];
  expect(failedTests(results)).toEqual({
    files: 2,
    passed: 1,
    failed: ['a.test.ts did not run', 'other'],
    known: [`${known}: Money and counts are whole numbers.`],
  });
});

test('the command says what it found, and refuses what is no server', () => {
  const check = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [inRoot('scripts', 'check-mongo.mjs'), ...args], { encoding: 'utf8' });
  const { status, stdout } = check(testDatabaseUrl('check'), '--no-tests', '--commands', '100');
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/✓ random commands +100, seed 1: 0 differences/),
  ]);
  expect(check('http://127.0.0.1').status).toBe(1);
  expect(check().stderr).toContain('Name a server');
});
