import { Simulator } from './history.mjs';
import { patchModules } from './modules.mjs';

/** @typedef {import('./plan.mjs').Plan} Plan @typedef {import('./modules.mjs').Patch} Patch */
/** @typedef {{ seed: number, steps: number, commands: number, digest: string, failure?: string }} Outcome */

/** So long a failure is made smaller at most (ms). */
const SHRINK_MS = 90_000;

/** What makes a failure the same one: the check that finds it. @param {string} failure */
const kindOf = (failure) => failure.split('\n')[0]?.replace(/\d+/g, '#').slice(0, 40);

/** @param {Patch[]} patches */
export async function simulatorOf(patches = []) {
  patchModules(patches);
  const simulator = new Simulator();
  await simulator.prepare();
  return simulator;
}

/** A plan without some of its actions and faults. @param {Plan} plan @param {{ actions?: number[], faults?: number[] }} kept */
export const partOf = (plan, { actions, faults }) => ({
  ...plan,
  actions: actions ? plan.actions.filter((_, index) => actions.includes(index)) : plan.actions,
  faults: faults ? plan.faults.filter((_, index) => faults.includes(index)) : plan.faults,
});

/** Leaves out what a failure does not need, and returns what is left. @param {Simulator} simulator @param {Plan} plan @param {string} failure */
export async function shrink(simulator, plan, failure) {
  const kept = {
    actions: plan.actions.map((_, index) => index),
    faults: plan.faults.map((_, index) => index),
  };
  let outcome = await simulator.run(plan);
  const end = performance.now() + SHRINK_MS;
  for (let size = Math.ceil(kept.actions.length / 2), isSmaller = true; size > 1 || isSmaller; ) {
    isSmaller = false;
    for (const name of /** @type {const} */ (['faults', 'actions'])) {
      for (let from = 0; from < kept[name].length && performance.now() < end; ) {
        const fewer = { ...kept, [name]: kept[name].toSpliced(from, size) };
        const tried = await simulator.run(partOf(plan, fewer));
        if (tried.failure && kindOf(tried.failure) === kindOf(failure)) {
          kept[name] = fewer[name];
          outcome = tried;
          isSmaller = true;
        } else from += size;
      }
    }
    if (performance.now() > end) break;
    size = Math.ceil(size / 2);
  }
  return { ...kept, outcome };
}
