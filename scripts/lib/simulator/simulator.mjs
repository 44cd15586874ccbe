import { seededRandom } from '../chaos/random.mjs';
import { DB, History, Process } from './history.mjs';
import { patchModules, systemOf } from './modules.mjs';
import { AFFILIATES, planOf, STAFF } from './plan.mjs';
import { Store } from './store.mjs';
import { World } from './world.mjs';

/** @typedef {import('./plan.mjs').Plan} Plan @typedef {import('./history.mjs').Domain} Domain */
/** @typedef {{ seed: number, steps: number, commands: number, digest: string, failure?: string }} Outcome */

/** So long a failure is made smaller at most (ms). */
const SHRINK_MS = 90_000;

/** The store and what all histories of this process share. */
export class Simulator {
  world = new World();
  store = new Store(this.world);
  /** @type {((line: string) => void) | undefined} */
  onLog;
  #random = seededRandom(1);
  startProcess = systemOf(this.world, this.store, () => this.#random.next());
  /** Every document of a store with people and nothing else. @type {[string, object[]][]} */
  #beginning = [];

  /** Makes the database and its people. @param {import('./modules.mjs').Patch[]} [patches] of the product */
  async prepare(patches = []) {
    patchModules(patches);
    const history = new History(this, planOf(1, 0));
    history.isQuiet = true;
    const server = new Process(history, 0);
    history.processes = [server];
    server.start();
    await this.world.run(() => server.program !== undefined);
    await this.world.until(server.call(({ domain }) => addPeople(domain)));
    server.alive = false;
    for (const { ns } of this.store.engine.catalog.all()) {
      const [db, ...rest] = ns.split('.');
      if (db !== DB) continue;
      const name = rest.join('.');
      const { cursor } = await this.store.command({ find: name, batchSize: 10_000 }, DB);
      if (cursor.firstBatch.length) this.#beginning.push([name, cursor.firstBatch]);
    }
  }

  /** @param {Plan} plan @returns {Promise<Omit<Outcome, 'seed'>>} */
  async run(plan) {
    const { world, store } = this;
    world.reset();
    this.#random = seededRandom(plan.seed ^ 0xabcd);
    await store.begin(DB, this.#beginning);
    const history = new History(this, plan);
    const failure = await history.run().then(
      () => undefined,
      (error) => String((this.onLog && error?.stack) || error?.message || error),
    );
    for (const process of history.processes) process.alive = false;
    return { steps: world.steps, commands: store.commands, digest: world.digest(), failure };
  }
}

/** @param {Domain} domain */
async function addPeople(domain) {
  const person = (/** @type {string} */ name, /** @type {number} */ commission) => {
    const names = { firstName: 'Ann', lastName: 'Ellis', emailAddress: `${name}@example.com` };
    return { ...names, commission, paymentType: 2, payPalUserName: `${name}@paypal.example` };
  };
  await domain.importPeople({
    affiliates: AFFILIATES.map((commission, index) => {
      const affID = index + 1;
      return { affID, trackID: `T${affID}`, ...person(`aff${affID}`, commission) };
    }),
    staff: STAFF.map((commission, index) => {
      const staffID = index + 1;
      return { staffID, ...person(`staff${staffID}`, commission) };
    }),
  });
  for (const affID of [1, 2]) {
    const address = `https://tracker${affID}.example/?id={id}`;
    const postback = /** @type {any} */ ({ address, events: ['join', 'sale', 'refund'], active: true });
    await domain.savePostback(affID, postback, { actor: domain.SYSTEM_ACTOR });
  }
  await domain.storePostbackCalls();
}

/** What makes a failure the same one: the check that finds it. @param {string} failure */
const kindOf = (failure) => failure.split('\n')[0]?.replace(/\d+/g, '#').slice(0, 40);

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
