/* One file: a history, the process that it starts and kills, and the store that they share hold on to one another. */
import { seededRandom } from '../chaos/random.mjs';
import { inRoot } from '../paths.mjs';
import { perform, runSweep } from './callers.mjs';
import { checkHistory } from './checks.mjs';
import { outsideOf } from './outside.mjs';
import { AFFILIATES, ALONE_CENTS, planOf, STAFF, SWEEPS } from './plan.mjs';
import { systemOf } from './process.mjs';
import { Queues } from './queues.mjs';
import { Store } from './store.mjs';
import { World } from './world.mjs';

/** @typedef {import('./plan.mjs').Plan} Plan */
/** @typedef {typeof import('@partnerdesk/domain')} Domain */
/** @typedef {{ domain: Domain, handlers: Record<string, Function>, sweeps: readonly { name: string, run: Function }[] }} Program */

const DB = 'sim';
const URL = `mongodb://database:1/${DB}?directConnection=true`;
/** A web server's time for a call of the database (ms). */
const CALL_MS = 10_000;
/** After so long a process that is dead or paused loses its turn at the journal: the others look all the time until then. */
const TURN_MS = 500;
/** Virtual time in which everything that waits must have ended (ms). */
const ENDS_WITHIN_MS = 4 * 3_600_000;

/** A web server or a worker: the product's modules with a state of their own. */
class Process {
  alive = true;
  pausedUntil = 0;
  skewMs = 0;
  /** @type {Program | undefined} */
  program;
  /** Ends the calls that it was asked for. @type {Set<(error: Error) => void>} */
  #calls = new Set();

  /** @param {History} history @param {string} name @param {'server' | 'worker'} kind @param {number} index */
  constructor(history, name, kind, index) {
    this.history = history;
    this.name = name;
    this.kind = kind;
    this.index = index;
  }

  /** Begins at once; a start that fails is tried again, as a supervisor does. */
  start() {
    const { world, simulator, plan } = this.history;
    world.after(0, this, async () => {
      const load = simulator.startProcess();
      const domain = load('@partnerdesk/domain');
      const { HANDLERS: handlers } = load(inRoot('workers/dist/registry.js'));
      const { SWEEPS: sweeps } = load(inRoot('workers/dist/sweeps/sweeps.js'));
      domain.configureDomain({
        fieldKeys: [{ id: 'sim', key: Buffer.alloc(32, 1) }],
        proofKeys: [{ id: 'sim', key: Buffer.alloc(32, 2) }],
        timeZone: 'America/New_York',
        payrollApproval: plan.fourEyes ? 'four-eyes' : 'single',
        ...(plan.fourEyes && { adjustmentLimitCents: ALONE_CENTS }),
        turnTimeoutMs: TURN_MS,
        publicUrl: 'https://partnerdesk.example',
        logger: simulator.onLog && logger(simulator.onLog, this.name),
      });
      const options = this.kind === 'server' ? { callMs: CALL_MS } : {};
      const connected = () => {
        this.program = { domain, handlers, sweeps };
      };
      domain.connectDatabase(URL, options).then(connected, (/** @type {Error} */ error) => {
        world.trace(`${this.name} does not start: ${error.message}`);
        this.crash(1000);
      });
    });
  }

  /** Ends without warning. @param {number} downMs until it is started again */
  crash(downMs) {
    const { world } = this.history;
    if (!this.alive) return;
    this.alive = false;
    world.trace(`${this.name} dies`);
    const error = Object.assign(new Error(`${this.name} has died`), { died: true });
    for (const end of this.#calls) end(error);
    world.after(downMs, undefined, () => this.history.replace(this));
  }

  /** @template T @param {(program: Program) => Promise<T>} work @returns {Promise<T>} */
  call(work) {
    const program = /** @type {Program} */ (this.program);
    return new Promise((resolve, reject) => {
      this.#calls.add(reject);
      const forget = () => this.#calls.delete(reject);
      this.history.world.after(0.1, this, () => void work(program).then(resolve, reject).finally(forget));
    });
  }
}

/** @param {(line: string) => void} say @param {string} name */
function logger(say, name) {
  const log = (/** @type {any} */ first, /** @type {string} */ text) =>
    say(`${name} logs: ${text ?? first} ${first?.err ?? ''}`);
  const child = () => logger(say, name);
  return /** @type {any} */ ({ error: log, warn: log, info: log, debug: log, child });
}

/** One history: what a plan says, until everything that it began has ended. */
export class History {
  /** Nothing goes wrong any more. */
  isQuiet = false;
  /** @type {Process[]} */
  processes = [];
  /** What was asked for and answered, for the checks. @type {import('./callers.mjs').Asked[]} */
  asked = [];
  #counts = new Map();
  /** What the faults of the plan meet. @type {string[]} */
  #on;

  /** @param {Simulator} simulator @param {Plan} plan */
  constructor(simulator, plan) {
    this.simulator = simulator;
    this.world = simulator.world;
    this.plan = plan;
    this.#on = [...new Set(plan.faults.map(({ on = '' }) => on))];
    this.random = seededRandom(plan.seed ^ 0x5eed).next;
    this.queues = new Queues(this);
    this.outside = outsideOf(this);
  }

  async run() {
    const { world, plan, simulator } = this;
    const { store } = simulator;
    store.faultOf = (owner, name, writes) => this.#faultOf(/** @type {Process} */ (owner), name, writes);
    store.latencyOf = () => this.#latency();
    store.secondary.lagMs = plan.lagMs;
    for (let index = 0; index < plan.servers + plan.workers; index += 1) {
      const kind = index < plan.servers ? 'server' : 'worker';
      this.processes.push(new Process(this, `${kind} ${index}`, kind, index));
    }
    for (const process of this.processes) process.start();
    await world.run(() => this.processes.every(({ program }) => program));
    this.#planFaults();
    const begin = world.now;
    const actions = plan.actions.map(async (action) => {
      await world.sleep(begin + action.at - world.now);
      await perform(this, action);
    });
    await world.until(Promise.all(actions).then(() => world.sleep(plan.lastMs)));
    await this.#quiet();
    const reader = /** @type {Process} */ (this.anyProcess('worker'));
    const found = await world.until(reader.call(({ domain }) => checkHistory(this, domain)));
    if (found.length) throw new Error(found.join('\n'));
  }

  /** A process of a kind that runs. @param {'server' | 'worker'} kind */
  anyProcess(kind) {
    const running = this.processes.filter((each) => each.kind === kind && each.alive && each.program);
    return running[Math.floor(this.random() * running.length)];
  }

  /** @param {Process} former */
  replace(former) {
    const next = new Process(this, former.name, former.kind, former.index);
    next.skewMs = former.skewMs;
    this.processes[former.index] = next;
    next.start();
  }

  /** Everything works again; what was left is to be found and finished by the worker alone. */
  async #quiet() {
    const { world, simulator } = this;
    this.isQuiet = true;
    simulator.store.electingUntil = 0;
    for (const process of this.processes)
      process.pausedUntil = Math.min(process.pausedUntil, world.now + 1000);
    await world.run(() => this.processes.every(({ alive, program }) => alive && program));
    const end = world.now + ENDS_WITHIN_MS;
    let wasAtRest = false;
    for (let round = 0; ; round += 1) {
      const worker = /** @type {Process} */ (this.anyProcess('worker'));
      const { sweeps } = /** @type {Program} */ (worker.program);
      for (const sweep of sweeps) {
        if (SWEEPS.includes(sweep.name)) await world.until(runSweep(this, worker, sweep));
      }
      await world.run(() => this.queues.isEmpty);
      // One goes on alone: what the others have in hand by now, it has to finish.
      for (const process of this.processes) process.alive = process === worker;
      const rest = await world.until(worker.call(({ domain }) => waiting(domain)));
      // What a job did after the sweep that looks for it, the next round finds.
      if (rest.length === 0 && wasAtRest) return;
      wasAtRest = rest.length === 0;
      if (world.now > end || round > 20) throw new Error(`waits for ever: ${rest.join(', ')}`);
      // What waits, waits longer each time; what is nowhere on a list has to be old enough for its sweep once.
      const isToAge = round === 0 || rest.length > 0;
      await world.until(world.sleep(isToAge ? 61_000 * (1 + round) : 1000));
    }
  }

  /** @param {Process} process @param {string} name @param {(what: string) => boolean} writes @returns {import('./store.mjs').Fault | undefined} */
  #faultOf(process, name, writes) {
    if (this.isQuiet || name === 'ping') return undefined;
    const met = this.#on.filter((on) => on === 'any' || writes(on));
    const planned = met.flatMap((on) => this.#met(process, on));
    /** @type {import('./store.mjs').Fault | undefined} */
    let result;
    for (const { fault, ms = 0 } of planned) {
      if (fault === 'crash before' || fault === 'crash after') {
        process.crash(ms);
        if (fault === 'crash before') result = 'lost question';
      } else if (fault === 'pause') process.pausedUntil = this.world.now + ms;
      else if (fault === 'election') this.simulator.store.electingUntil = this.world.now + ms;
      else result = /** @type {import('./store.mjs').Fault} */ (fault);
    }
    return result;
  }

  /** @param {Process} process @param {string} on */
  #met({ index }, on) {
    const owners = [`${index} ${on}`, on];
    const counts = owners.map((key) => (this.#counts.get(key) ?? 0) + 1);
    for (const [which, key] of owners.entries()) this.#counts.set(key, counts[which] ?? 0);
    return this.plan.faults.filter(
      ({ on: wanted, process, count }) =>
        wanted === on && (process ?? index) === index && counts[process === undefined ? 1 : 0] === count,
    );
  }

  #planFaults() {
    const { world, plan } = this;
    this.#counts.clear();
    for (const { fault, process = 0, at = 0, ms = 0 } of plan.faults) {
      if (fault === 'forget') world.after(at, undefined, () => this.queues.forget());
      if (fault === 'clock')
        world.after(at, undefined, () => {
          const owner = this.processes[process];
          if (owner) owner.skewMs += ms;
          else this.simulator.store.skewMs += Math.min(ms, 70_000);
        });
    }
  }

  #latency() {
    if (this.isQuiet) return 0.5;
    const { slow } = this.plan;
    const drawn = this.random();
    return drawn < slow ? drawn * 4000 : 0.1 + drawn * 2;
  }
}

/** What has still to be done. @param {Domain} domain @returns {Promise<string[]>} */
async function waiting(domain) {
  const lists = {
    runs: await domain.openRuns(),
    files: await domain.unfinishedPayFiles(),
    approvals: await domain.approvedExecutions(),
    mails: await domain.MailModel.find({ state: { $in: ['waiting', 'sending', 'handed-over'] } }).lean(),
    calls: await domain.PostbackCallModel.find({ nextAt: { $exists: true } }).lean(),
    releases: await domain.PendingReleaseModel.find().lean(),
  };
  return Object.entries(lists).flatMap(([name, list]) => (list.length ? [`${list.length} ${name}`] : []));
}

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

  /** Makes the database and its people. */
  async prepare() {
    const plan = planOf(1, 0);
    const history = new History(this, plan);
    history.isQuiet = true;
    const server = new Process(history, 'first', 'server', 0);
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

  /** @param {Plan} plan @returns {Promise<{ steps: number, commands: number, digest: string, failure?: string }>} */
  async run(plan) {
    const { world, store } = this;
    world.reset();
    this.#random = seededRandom(plan.seed ^ 0xabcd);
    const before = store.commands;
    await store.begin(DB, this.#beginning);
    const history = new History(this, plan);
    /** @type {string | undefined} */
    let failure;
    try {
      await history.run();
    } catch (error) {
      failure = error instanceof Error ? (this.onLog && error.stack) || error.message : String(error);
    }
    for (const process of history.processes) process.alive = false;
    const result = { steps: world.steps, commands: store.commands - before, digest: world.digest() };
    return failure === undefined ? result : { ...result, failure };
  }
}

/** @param {Domain} domain */
async function addPeople(domain) {
  const person = (/** @type {string} */ name, /** @type {number} */ commission) => {
    const account = { paymentType: 2, payPalUserName: `${name}@paypal.example` };
    const names = { firstName: 'Ann', lastName: 'Ellis', emailAddress: `${name}@example.com` };
    return { ...names, commission, ...account };
  };
  const affiliates = AFFILIATES.map((commission, index) => {
    const affID = index + 1;
    return { affID, trackID: `T${affID}`, ...person(`aff${affID}`, commission) };
  });
  const staff = STAFF.map((commission, index) => {
    const staffID = index + 1;
    return { staffID, ...person(`staff${staffID}`, commission) };
  });
  await domain.importPeople(/** @type {any} */ ({ affiliates, staff, members: [] }));
  for (const affID of [1, 2]) {
    const address = `https://tracker${affID}.example/?id={id}`;
    const postback = /** @type {any} */ ({ address, events: ['join', 'sale', 'refund'], active: true });
    await domain.savePostback(affID, postback, { actor: domain.SYSTEM_ACTOR });
  }
  await domain.storePostbackCalls();
}
