import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServers, COMMAND_PROJECTS, ensureInstalled } from './lib/builds.mjs';
import { failedTests } from './lib/check-mongo/failed-tests.mjs';
import { slowQueries } from './lib/check-mongo/query-plans.mjs';
import { fact, serverFacts } from './lib/check-mongo/server-facts.mjs';
import { Failure, flag, runCommand, text } from './lib/command.mjs';
import { inRoot } from './lib/paths.mjs';
import { requireAnswer } from './lib/ports.mjs';
import { ProcessGroup } from './lib/process-group.mjs';
import { run } from './lib/run.mjs';
import { startEmbeddedMongo } from './lib/services.mjs';

const USAGE = `Checks a MongoDB server for the product: its version, replica set, writes, also those that race, and clock; the same
random commands on it and on the built-in database, with every difference; the product's own tests of the store on it; the
plan of each query that these tests make. What engines other than MongoDB are known to do otherwise is listed with why it
does not matter. Works in databases of its own, which it removes, and touches no other.

  npm run check:mongo -- URL [--commands N] [--seed N] [--no-tests]

  URL           mongodb://…, with the rights to make and remove databases
  --commands N  how many random commands; default 5000
  --seed N      the same seed draws the same commands; default 1
  --no-tests    without the tests and the plans of their queries: half a minute instead of several

Exit code 1 when anything is not as it must be.`;

/** Tests of what works on the database alone, by what they are called in the table. */
const TESTS = {
  'tests of the store': 'packages/embedded-mongo/src',
  'tests of the domain': 'packages/domain/src',
};

const NUMBERS = { commands: { ...text, default: '5000' }, seed: { ...text, default: '1' } };
const OPTIONS = { ...NUMBERS, 'no-tests': flag };
const FLAGS = { options: OPTIONS, allowPositionals: true };

runCommand('npm run check:mongo', USAGE, FLAGS, async ({ values, positionals: [url] }) => {
  const [count, seed] = [Number(values.commands), Number(values.seed)];
  if (!url || !(Number.isInteger(count) && count > 0 && Number.isInteger(seed)))
    throw new Failure(
      'Name a server: npm run check:mongo -- mongodb://…; --commands and --seed take whole numbers.',
    );
  await requireAnswer('MONGO_URL', url);
  await ensureInstalled();
  await buildServers(undefined, COMMAND_PROJECTS);
  const folder = await mkdtemp(join(tmpdir(), 'check-mongo-'));
  const group = new ProcessGroup(folder);
  try {
    const own = await startEmbeddedMongo(group, folder);
    const rows = await compareAndCheck(url, own, { count, seed });
    if (!values['no-tests']) rows.push(...(await runTests(url, folder)));
    printTable(rows);
    const fine = !rows.some(({ wrong }) => wrong);
    console.log(fine ? '\nThe product can run on this server.' : '\nNot as it must be.');
    return fine ? 0 : 1;
  } finally {
    await group.stop();
    await rm(folder, { recursive: true });
  }
});

/** @param {import('./lib/check-mongo/server-facts.mjs').Fact[]} rows */
function printTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length));
  console.log('');
  for (const { name, found, wrong, details = [] } of rows) {
    console.log(`${wrong ? '✗' : '✓'} ${name.padEnd(width)}  ${found}${wrong ? `. ${wrong}` : ''}`);
    for (const line of details) console.log(`    ${line}`);
  }
}

/** @param {string} url @param {string} own address of the built-in database @param {{ count: number, seed: number }} how */
async function compareAndCheck(url, own, how) {
  const { MongoClient } = await import('./lib/driver.mjs');
  const { compareServers } = await import('./lib/check-mongo/differential.mjs');
  const name = `check_${randomBytes(6).toString('hex')}`;
  const clients = [new MongoClient(url), new MongoClient(own)];
  const [db, ownDb] = clients.map((client) => client.db(name));
  try {
    const rows = await serverFacts(db);
    const { differences, deviations } = await compareServers(db, ownDb, how);
    const details = differences.map(
      ({ command, left, right }) => `${command}\n      this server:  ${left}\n      the built-in: ${right}`,
    );
    const found = `${how.count}, seed ${how.seed}: ${differences.length} differences from the built-in database`;
    rows.push(fact('random commands', found, !differences.length, 'Each may be a fault of either.', details));
    const known = [...deviations].map(([what, { why, times }]) => `${what} (${times}): ${why}`);
    return [...rows, knownFact('known deviations', known)];
  } finally {
    await db.dropDatabase();
    for (const client of clients) await client.close();
  }
}

/** @param {string} name @param {string[]} details */
const knownFact = (name, details) => fact(name, String(details.length || 'none'), true, '', details);

/** @param {string} url @param {string} folder for reports */
async function runTests(url, folder) {
  const [plans, report] = [join(folder, 'plans'), join(folder, 'tests.json')];
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, MONGO_URL: url, TEST_MONGO_URL: url, QUERY_PLANS_FILE: plans };
  const args = [jest, ...Object.values(TESTS), '--json', `--outputFile=${report}`];
  await run('The tests', process.execPath, args, { env, show: true }).catch(() => undefined);
  const written = await readFile(report, 'utf8').catch(() => undefined);
  if (!written) throw new Failure('The tests were ended before they had a result.');
  const { testResults } = JSON.parse(written);
  const results = Object.entries(TESTS).map(([name, path]) => {
    const isBelow = (/** @type {{ name: string }} */ file) => file.name.startsWith(inRoot(path));
    return { name, ...failedTests(testResults.filter(isBelow)) };
  });
  const { queries, slow, sorted } = slowQueries(await readFile(plans, 'utf8'));
  const explained = `${queries} queries explained: ${slow.length} walk a collection or sort in memory`;
  const inMemory = `It reads nothing in the order of an index, so it sorts ${sorted} more: right, and slow where much is found.`;
  const notes = sorted > 0 ? [inMemory] : [];
  const known = results.flatMap((each) => each.known);
  return [
    ...results.map(({ name, files, passed, failed, known }) => {
      const found = `${files} files: ${passed} passed, ${failed.length} failed, ${known.length} known to differ`;
      return fact(name, found, failed.length === 0 && passed > 0, 'See above why.', failed);
    }),
    knownFact('known to differ', known),
    fact('plans', explained, !slow.length, 'They are slow where much is stored.', slow.length ? slow : notes),
  ];
}
