import { ensureInstalled } from './lib/builds.mjs';
import { anySeed, Failure, runCommand, text } from './lib/command.mjs';
import { inRoot } from './lib/paths.mjs';
import { run } from './lib/run.mjs';

const USAGE = `Sends requests to every endpoint of a web server of its own, drawn from what the published reference says: valid,
nearly valid, hostile, deep, in chunks, cut off. It needs redis-server and touches no other data.

  npm run fuzz -- [--requests N] [--seed N]

  --requests N  how many; default 20000
  --seed N      the same seed draws the same requests; default: a random one, which is printed

Exit code 1 when an answer is not in the reference, is a failure of the server, does not come, or a refused request has
changed something.`;

const FLAGS = { options: { requests: { ...text, default: '20000' }, seed: anySeed } };

runCommand('npm run fuzz', USAGE, FLAGS, async ({ values }) => {
  const [requests, seed] = [Number(values.requests), Number(values.seed)];
  if (!(Number.isInteger(requests) && requests > 0 && Number.isInteger(seed)))
    throw new Failure('--requests and --seed take whole numbers.');
  await ensureInstalled();
  console.log(`Seed ${seed}, ${requests} requests`);
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, FUZZ_REQUESTS: String(requests), FUZZ_SEED: String(seed) };
  await run('The run', process.execPath, [jest, 'bff/src/testing/fuzz'], { env, show: true });
});
