import { buildServers } from './lib/builds.mjs';
import { anySeed, Failure, runCommand, text } from './lib/command.mjs';

const USAGE = `Kills, pauses, restarts, cuts off and slows down every part of a system of its own under load and fills the memory of its
servers, then checks the ledger. It needs redis-server and touches no other data.

  npm run chaos -- [--minutes N] [--seed N]

  --minutes N  how long; default 10
  --seed N     the same seed does the same again; default: a random one, which is printed

Exit code 1 when anything is lost, doubled, or hangs.`;

const FLAGS = { options: { minutes: { ...text, default: '10' }, seed: anySeed } };

runCommand('npm run chaos', USAGE, FLAGS, async ({ values }) => {
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  if (!(minutes > 0) || !Number.isInteger(seed)) throw new Failure('--minutes and --seed take numbers.');
  await buildServers();
  // It imports what was just built.
  const { runChaos } = await import('./lib/chaos/chaos.mjs');
  console.log(`Seed ${seed}, ${minutes} minutes`);
  const { tally, injected, longestRecovery, memoryDeaths, figures, faults } = await runChaos({
    minutes,
    seed,
    say: (line) => console.log(`  ${line}`),
  });
  console.log(`\nInjected: ${listed(injected)}`);
  console.log(`Requests: ${tally.requests}, without success: ${listed(tally.errors)}`);
  for (const [kind, { ms, path }] of Object.entries(tally.longest))
    console.log(`Longest ${kind}: ${ms} ms${path && ` (${path})`}`);
  console.log(`Longest recovery: ${longestRecovery.ms} ms (after: ${longestRecovery.after})`);
  console.log(`Servers whose log says that they ran out of memory: ${memoryDeaths}`);
  console.log(`Hanging: ${tally.hanging}, lost sessions: ${tally.lostSessions}`);
  console.log(`Acknowledged and found: ${listed(figures)}`);
  for (const fault of faults) console.error(fault);
  console.log(faults.length ? `${faults.length} faults` : 'Nothing is lost, nothing happened twice.');
  return faults.length ? 1 : 0;
});

/** @param {Record<string, number>} counts */
function listed(counts) {
  const parts = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return parts.length ? parts.join(', ') : 'none';
}
