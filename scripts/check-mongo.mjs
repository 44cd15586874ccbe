import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildServers, COMMAND_PROJECTS, ensureInstalled } from './lib/builds.mjs';
import { runTests } from './lib/check-mongo/own-tests.mjs';
import { fact, knownFact, serverFacts } from './lib/check-mongo/server-facts.mjs';
import { Failure, flag, runCommand, text } from './lib/command.mjs';
import { requireAnswer } from './lib/ports.mjs';
import { ProcessGroup } from './lib/process-group.mjs';
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

const NUMBERS = { commands: { ...text, default: '5000' }, seed: { ...text, default: '1' } };
const FLAGS = { options: { ...NUMBERS, 'no-tests': flag }, allowPositionals: true };

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
