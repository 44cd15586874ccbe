import { buildServers } from './lib/builds.mjs';
import { anySeed, Failure, flag, runCommand, text } from './lib/command.mjs';
import { playOnThreads } from './lib/simulator/threads.mjs';

const USAGE = `Plays histories of several servers and workers in one process, on virtual time, with a database that answers
late, twice, wrongly or not at all, and compares what is stored with the rules. It touches no other data.

  npm run simulate -- [--seed N] [--steps M] [--histories H] [--seconds S]

  --seed N       of the first history; the same seed does the same again; default: a random one, which is printed
  --steps M      about how much happens in a history; default 600
  --histories H  how many, of the seeds from N on; default 1
  --seconds S    as many as there is time for
  --actions A,…  only these actions of the history, as a failure names them
  --faults F,…   only these faults of it; 'none': no fault
  --trace        prints each command of the database and what is logged
  --mutants      plants known errors in the product, one by one, and prints how soon each is found

Exit code 1 when anything is lost, doubled, wrong, or waits for ever; the failure is then made as short as it can be.`;

const NUMBERS = { seed: anySeed, steps: text, histories: text, seconds: text };
const OPTIONS = { ...NUMBERS, actions: text, faults: text, trace: flag, mutants: flag };

runCommand('npm run simulate', USAGE, { options: OPTIONS }, async ({ values }) => {
  const seed = numberOf(values.seed, 0);
  const steps = numberOf(values.steps, 600);
  const seconds = numberOf(values.seconds, 0);
  const histories = numberOf(values.histories, seconds ? Number.MAX_SAFE_INTEGER : 1);
  await buildServers(undefined, ['packages/embedded-mongo', 'packages/domain', 'packages/queues', 'workers']);
  if (values.mutants) return (await import('./lib/simulator/mutants.mjs')).huntMutants({ seed, steps });
  console.log(`Seed ${seed}, histories of about ${steps} steps`);
  if (histories > 1) {
    const failed = await playMany({ seed, steps, histories, seconds });
    return failed === undefined ? 0 : report(failed, steps, {});
  }
  const only = { actions: listOf(values.actions), faults: listOf(values.faults) };
  return report(seed, steps, only, values.trace);
});

/** @param {string | undefined} given @param {number} otherwise */
function numberOf(given, otherwise) {
  const number = given === undefined ? otherwise : Number(given);
  if (!(Number.isInteger(number) && number >= 0)) throw new Failure(`This is no number: ${given}`);
  return number;
}

/** @param {string | undefined} given */
const listOf = (given) => (given === 'none' ? [] : given?.split(',').map((each) => numberOf(each, 0)));

/**
 * Plays many, and answers the first seed that fails.
 * @param {{ seed: number, steps: number, histories: number, seconds: number }} how
 */
async function playMany({ seconds, ...how }) {
  const began = performance.now();
  /** @type {import('./lib/simulator/simulator.mjs').Outcome[]} */
  const outcomes = [];
  const forMs = seconds ? seconds * 1000 : 86_400_000;
  await playOnThreads({ ...how, forMs }, (outcome) => void outcomes.push(outcome));
  const took = ((performance.now() - began) / 1000).toFixed(1);
  const sum = (/** @type {'steps' | 'commands'} */ name) =>
    outcomes.reduce((all, outcome) => all + outcome[name], 0);
  const [steps, commands] = [sum('steps'), sum('commands')];
  console.log(
    `${outcomes.length} histories, ${steps} steps, ${commands} commands of the database in ${took} s`,
  );
  const failed = outcomes.flatMap(({ seed, failure }) => (failure === undefined ? [] : [seed]));
  return failed.length ? Math.min(...failed) : undefined;
}

/** Plays one history, and says what came of it. @param {number} seed @param {number} steps @param {{ actions?: number[], faults?: number[] }} only @param {boolean} [trace] */
async function report(seed, steps, only, trace = false) {
  const { partOf, shrink, Simulator } = await import('./lib/simulator/simulator.mjs');
  const { planOf } = await import('./lib/simulator/plan.mjs');
  const simulator = new Simulator();
  await simulator.prepare();
  if (trace) {
    simulator.onLog = (line) => console.log(`    ${line}`);
    simulator.world.onTrace = (line) => console.log(line);
  }
  const plan = partOf(planOf(seed, steps), only);
  const { failure, ...outcome } = await simulator.run(plan);
  console.log(`Seed ${seed}: ${outcome.steps} steps, ${outcome.commands} commands, trace ${outcome.digest}`);
  if (failure === undefined) console.log('Nothing is lost, nothing happened twice, everything has ended.');
  else console.error(`Seed ${seed} fails at step ${outcome.steps}:\n${failure}`);
  if (failure !== undefined && !trace && !only.actions && !only.faults) {
    const { actions, faults, outcome: least } = await shrink(simulator, plan, failure);
    const all = `${plan.actions.length} actions and ${plan.faults.length} faults`;
    console.error(`\nWhat it takes, of ${all} (${least.steps} steps):`);
    for (const index of actions) console.error(`  ${index}: ${JSON.stringify(plan.actions[index])}`);
    for (const index of faults) console.error(`  fault ${index}: ${JSON.stringify(plan.faults[index])}`);
    const again = `--seed ${seed} --steps ${steps} --actions ${actions} --faults ${faults.join() || 'none'} --trace`;
    console.error(`${least.failure}\nAgain, with each command:\n  npm run simulate -- ${again}`);
  }
  await simulator.store.close();
  return failure === undefined ? 0 : 1;
}
