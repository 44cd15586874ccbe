/**
 * The real Redis and database of a test run, in a folder that goes away with them. Prints one line of JSON with
 * their addresses, then serves until its input ends, as it does when the test run ends in whatever way.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printFailure } from './lib/command.mjs';
import { END_SIGNALS, ProcessGroup } from './lib/process-group.mjs';
import { startEmbeddedMongo, startRedis } from './lib/services.mjs';

/** Each test file of a worker takes a database number of its own: many are needed, and an empty one costs nothing. */
const REDIS_OPTIONS = ['--databases', '1024', '--appendfsync', 'no'];

const folder = mkdtempSync(join(tmpdir(), 'partnerdesk-test-'));
const group = new ProcessGroup(folder);

/** @param {string | undefined} given an address from the environment @param {() => Promise<string>} start */
async function serviceOf(given, start) {
  if (given) return { url: given };
  try {
    return { url: await start() };
  } catch (error) {
    printFailure(error);
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function stop() {
  await group.stop();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

for (const name of END_SIGNALS) process.on(name, () => {});
process.stdin.on('end', stop).resume();
const { TEST_MONGO_URL, TEST_REDIS_URL, MONGO_URL } = process.env;
const [mongo, redis] = await Promise.all([
  serviceOf(TEST_MONGO_URL || MONGO_URL, () => startEmbeddedMongo(group, folder)),
  // REDIS_URL is not taken: tests empty the databases that they use.
  serviceOf(TEST_REDIS_URL, () => startRedis(group, folder, REDIS_OPTIONS)),
]);
console.log(JSON.stringify({ mongo, redis }));
