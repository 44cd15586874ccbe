import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../chaos/random.mjs';
import { differencesOf } from '../derive-again.mjs';
import { inRoot } from '../paths.mjs';
import { perform, runSweep } from './callers.mjs';
import { checkHistory } from './checks.mjs';
import { outsideOf, Queues } from './outside.mjs';
import { ALONE_CENTS, SWEEPS } from './plan.mjs';

/** @typedef {import('./store.mjs').Fault} Fault @typedef {typeof import('@partnerdesk/domain')} Domain */
/** @typedef {{ domain: Domain, handlers: Record<string, Function>, sweeps: readonly { name: string, run: Function }[] }} Program */

export const DB = 'sim';
const URL = `mongodb://database:1/${DB}?directConnection=true`;
const PROOF_KEY = Buffer.alloc(32, 2);
/** A web server's time for a call of the database (ms). */
const CALL_MS = 10_000;
/** After so long a process that is dead or paused loses its turn at the journal: the others look all the time until then. */
const TURN_MS = 500;
/** Virtual time in which everything that waits must have ended (ms). */
const ENDS_WITHIN_MS = 4 * 3_600_000;

/** A web server or a worker: the product's modules with a state of their own. */
export class Process {
  alive = true;
  pausedUntil = 0;
  skewMs = 0;
  /** @type {Program | undefined} */
  program;
  /** Ends the calls that it was asked for. @type {Set<(error: Error) => void>} */
  #calls = new Set();

  /** @param {History} history @param {number} index the servers come first */
  constructor(history, index) {
    this.history = history;
    this.index = index;
    this.kind = index < history.plan.servers ? 'server' : 'worker';
    this.name = `${this.kind} ${index}`;
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
        proofKeys: [{ id: 'sim', key: PROOF_KEY }],
        timeZone: 'America/New_York',
        payrollApproval: plan.fourEyes ? 'four-eyes' : 'single',
        ...(plan.fourEyes && { adjustmentLimitCents: ALONE_CENTS }),
        turnTimeoutMs: TURN_MS,
        publicUrl: 'https://partnerdesk.example',
        logger: simulator.onLog && logger(simulator.onLog, this.name),
      });
      const connected = () => {
        this.program = { domain, handlers, sweeps };
      };
      const options = this.kind === 'server' ? { callMs: CALL_MS } : {};
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
    world.after(downMs, undefined, () => {
      const next = new Process(this.history, this.index);
      next.skewMs = this.skewMs;
      this.history.processes[this.index] = next;
      next.start();
    });
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
  /** The plan's, by what they meet, each with how much of that has come. */
  #faults;

  /** @param {import('./simulator.mjs').Simulator} simulator @param {import('./plan.mjs').Plan} plan */
  constructor(simulator, plan) {
    this.simulator = simulator;
    this.world = simulator.world;
    this.plan = plan;
    const met = new Set(plan.faults.map(({ on }) => on));
    const inOrder = [...met].flatMap((on) => plan.faults.filter((fault) => fault.on === on));
    this.#faults = inOrder.map((fault) => ({ ...fault, seen: 0 }));
    this.random = seededRandom(plan.seed ^ 0x5eed).next;
    this.queues = new Queues(this);
    this.outside = outsideOf(this);
  }

  async run() {
    const { world, plan, simulator } = this;
    simulator.store.history = this;
    for (let index = 0; index < plan.servers + plan.workers; index += 1)
      this.processes.push(new Process(this, index));
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
    const directory = join(simulator.store.folder, 'export');
    rmSync(directory, { recursive: true, force: true });
    const found = await world.until(
      reader.call(async ({ domain }) => {
        const differences = await checkHistory(this, domain);
        await domain.exportLedger(directory);
        return differences;
      }),
    );
    for (const line of await differencesOf(directory, `sim:${PROOF_KEY.toString('base64')}`))
      found.push(`audit:verify: ${line}`);
    if (found.length) throw new Error(found.slice(0, 20).join('\n'));
  }

  /** A process of a kind that runs. @param {'server' | 'worker'} kind */
  anyProcess(kind) {
    const running = this.processes.filter((each) => each.kind === kind && each.alive && each.program);
    return running[Math.floor(this.random() * running.length)];
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

  /**
   * What a command meets; `writes`: whether it writes at all ('write'), or to a collection, by any command or this one.
   * @param {Process} process @param {string} name @param {(what: string) => boolean} writes @returns {Fault | undefined}
   */
  faultOf(process, name, writes) {
    if (this.isQuiet || name === 'ping') return undefined;
    /** @type {Fault | undefined} */
    let result;
    for (const planned of this.#faults) {
      const { fault, on = '', process: whose = process.index, count, ms = 0 } = planned;
      if (whose !== process.index || !(on === 'any' || writes(on))) continue;
      planned.seen += 1;
      if (planned.seen !== count) continue;
      if (fault === 'crash before' || fault === 'crash after') {
        process.crash(ms);
        if (fault === 'crash before') result = 'lost question';
      } else if (fault === 'pause') process.pausedUntil = this.world.now + ms;
      else if (fault === 'election') this.simulator.store.electingUntil = this.world.now + ms;
      else result = /** @type {Fault} */ (fault);
    }
    return result;
  }

  #planFaults() {
    const { world } = this;
    for (const planned of this.#faults) {
      planned.seen = 0;
      const { fault, process = 0, at = 0, ms = 0 } = planned;
      if (fault === 'forget') world.after(at, undefined, () => this.queues.forget());
      if (fault === 'clock')
        world.after(at, undefined, () => {
          const owner = this.processes[process];
          if (owner) owner.skewMs += ms;
          else this.simulator.store.skewMs += Math.min(ms, 70_000);
        });
    }
  }

  /** How long a message takes (ms). */
  latency() {
    if (this.isQuiet) return 0.5;
    const drawn = this.random();
    return drawn < this.plan.slow ? drawn * 4000 : 0.1 + drawn * 2;
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
