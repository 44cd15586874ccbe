import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildServers, COMMAND_PROJECTS } from './lib/builds.mjs';
import { Crew } from './lib/crew.mjs';
import { requireAnswer } from './lib/external.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { startEmbeddedMongo } from './lib/mongo.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const USAGE = `Checks a MongoDB server for the product: its version, replica set, writes and clock; the same random commands on it
and on the built-in database, with every difference; the product's own tests of the store on it; the plan of each query
that these tests make. Works in databases of its own, which it removes, and touches no other.

  npm run check:mongo -- URL [--commands N] [--seed N] [--no-tests]

  URL           mongodb://…, with the rights to make and remove databases
  --commands N  how many random commands; default 5000
  --seed N      the same seed draws the same commands; default 1
  --no-tests    without the tests and the plans of their queries: half a minute instead of several

Exit code 1 when anything is not as it must be.`;

/** What works on the database alone. */
const STORE_TESTS = ['packages/embedded-mongo/src', 'packages/domain/src'];

runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      commands: { type: 'string', default: '5000' },
      seed: { type: 'string', default: '1' },
      'no-tests': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [url] = positionals;
  const [count, seed] = [Number(values.commands), Number(values.seed)];
  if (!url || !(Number.isInteger(count) && count > 0 && Number.isInteger(seed)))
    throw new Failure(
      'Name a server: npm run check:mongo -- mongodb://…; --commands and --seed take whole numbers.',
    );
  await requireAnswer('MONGO_URL', url);
  await ensureInstalled();
  await buildServers(undefined, COMMAND_PROJECTS);
  const folder = await mkdtemp(join(tmpdir(), 'check-mongo-'));
  const crew = new Crew(folder);
  try {
    const wrong = await compareAndCheck(url, await startEmbeddedMongo(crew, join(folder, 'mongo')), {
      count,
      seed,
    });
    const failed = values['no-tests'] ? 0 : await runTests(url, join(folder, 'plans'));
    console.log(wrong + failed ? '\nNot as it must be.' : '\nThe product can run on this server.');
    return wrong + failed ? 1 : 0;
  } finally {
    await crew.stop();
    await rm(folder, { recursive: true });
  }
});

/**
 * @param {string} url
 * @param {string} own address of the built-in database
 * @param {{ count: number, seed: number }} how
 * @returns {Promise<number>} how much is wrong
 */
async function compareAndCheck(url, own, how) {
  const { MongoClient } = await import('./lib/driver.mjs');
  const { serverFacts } = await import('./lib/check-mongo/server-facts.mjs');
  const { compareServers } = await import('./lib/check-mongo/differential.mjs');
  const name = `check_${randomBytes(6).toString('hex')}`;
  const clients = [new MongoClient(url), new MongoClient(own)];
  const [db, ownDb] = clients.map((client) => client.db(name));
  try {
    const facts = await serverFacts(db);
    for (const { name: what, found, wrong } of facts)
      console.log(`${wrong ? '✗' : '✓'} ${what}: ${found}${wrong ? `. ${wrong}` : ''}`);
    const differences = await compareServers(db, ownDb, how);
    console.log(
      `${differences.length ? '✗' : '✓'} ${how.count} random commands, seed ${how.seed}: ${differences.length} differences from the built-in database`,
    );
    for (const { command, left, right } of differences)
      console.log(`\n  ${command}\n    this server:  ${left}\n    the built-in: ${right}`);
    return differences.length + facts.filter(({ wrong }) => wrong).length;
  } finally {
    await db.dropDatabase();
    for (const client of clients) await client.close();
  }
}

/**
 * @param {string} url
 * @param {string} plans file for the plans of their queries
 * @returns {Promise<number>} how much is wrong
 */
async function runTests(url, plans) {
  const { slowQueries } = await import('./lib/check-mongo/query-plans.mjs');
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, MONGO_URL: url, TEST_MONGO_URL: url, QUERY_PLANS_FILE: plans };
  const failed = await run('The tests of the store', process.execPath, [jest, ...STORE_TESTS], {
    env,
    show: true,
  }).then(
    () => 0,
    () => 1,
  );
  const { queries, slow } = slowQueries(await readFile(plans, 'utf8'));
  console.log(`${failed ? '✗' : '✓'} tests of the store`);
  console.log(
    `${slow.length ? '✗' : '✓'} ${queries} queries explained: ${slow.length} walk a collection or sort in memory`,
  );
  for (const each of slow) console.log(`  ${each}`);
  return failed + slow.length;
}
