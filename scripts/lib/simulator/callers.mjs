import { dayBefore } from './plan.mjs';

/** @typedef {import('./history.mjs').History} History @typedef {import('./plan.mjs').Action} Action */
/** @typedef {import('./history.mjs').Program} Program @typedef {import('./history.mjs').Domain} Domain */
/**
 * What somebody asked for. `ended`: when it was answered or refused (ms, as `begun`); `answer`: what came at last; `refusal`:
 * the code of a refusal; `chosen`: what it is about, of what there was
 * @typedef {{ action: Action, begun: number, ended: number, answer?: any, refusal?: string, chosen?: any }} Asked
 */

/** Somebody who hears nothing for so long asks again (ms). */
const PATIENCE_MS = [1500, 30_000, 130_000];
/** Nobody is refused so often without a reason. */
const TRIES = 200;
/** So often somebody looks whether there is something to do, and so long in between (ms): longer than a lost job takes. */
const [LOOKS, LOOK_MS] = [5, 8000];

/** @param {number} id */
const clerk = (id) => ({
  actor: { kind: /** @type {const} */ ('administrator'), id, emailAddress: `clerk${id}@example.com` },
});

/** Does what an action says, again as long as nobody knows what became of it. @param {History} history @param {Action} action */
export async function perform(history, action) {
  const { world } = history;
  /** @type {Asked} */
  const asked = { action, begun: world.now, ended: Infinity };
  history.asked.push(asked);
  if (action.do === 'sweep') {
    await sweep(history, action);
    // What made it necessary may be under way only.
    if (action.again) await world.sleep(LOOK_MS).then(() => sweep(history, action));
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    if (attempt > TRIES) throw new Error(`${action.do} is never answered`);
    let server = history.anyProcess('server');
    for (; !server; server = history.anyProcess('server')) await world.sleep(500);
    const patience = PATIENCE_MS[Math.floor(history.random() ** 0.5 * PATIENCE_MS.length)];
    const end = (/** @type {string} */ how) => {
      asked.ended = world.now;
      world.trace(`${action.do} is ${how}`);
    };
    try {
      const given = server.call(({ domain }) => ACTIONS[action.do](history, domain, action, asked));
      asked.answer = await Promise.race([given, late(world, patience)]);
      return end('answered');
    } catch (error) {
      const { code, name, message } = /** @type {Error & { code?: unknown }} */ (error);
      // Only the product's own refusals have a code that is a word.
      if (name === 'AppError' && typeof code === 'string') {
        asked.refusal = code;
        return end(`refused: ${code}`);
      }
      if (!isPassing(/** @type {Error} */ (error))) throw error;
      world.trace(`${action.do} fails: ${message}`);
      await world.sleep(200 + history.random() * 2000);
    }
  }
}

/** @param {import('./world.mjs').World} world @param {number} ms */
async function late(world, ms) {
  await world.sleep(ms);
  throw Object.assign(new Error('nobody waits any longer'), { died: true });
}

/** Trouble with the database or of the process, after which a caller asks again. @param {Error & { died?: boolean }} error */
const isPassing = ({ died, name, message }) =>
  died ||
  /^Mongo|^DependencyError$|^LedgerIsOlder$/.test(name) ||
  /another try has taken|not primary|timed out/.test(message);

/** @param {History} history @param {Action} action */
async function sweep(history, action) {
  const worker = history.anyProcess('worker');
  const found = worker?.program?.sweeps.find(({ name }) => name === action.sweep);
  if (!worker || !found) return;
  // What fails is done by the next one.
  await Promise.race([runSweep(history, worker, found), late(history.world, 130_000)]).catch((error) => {
    if (!isPassing(error)) throw error;
  });
}

const SILENT = { error() {}, warn() {}, info() {}, debug() {} };

/** @param {History} history @param {History['processes'][number]} worker @param {Program['sweeps'][number]} sweep */
export const runSweep = ({ queues }, worker, sweep) =>
  worker.call(() => sweep.run({ queues: queues.all, logger: SILENT, signal: new AbortController().signal }));

/** @type {Record<string, (history: History, domain: Domain, action: Action, asked: Asked) => Promise<any>>} */
const ACTIONS = {
  events: (_history, domain, { events }) =>
    domain.ingestEvents([...events.entries()].map(([index, value]) => ({ line: index + 1, value }))),

  adjust: (_history, domain, { id: adjustmentID, kind, personID, cents }) =>
    domain.adjustWithinLimit({ adjustmentID, kind, personID, cents, reason: 'agreed', by: clerk(1) }),

  reverse: (_history, domain, { id }) =>
    domain.reverseWithinLimit({ entryID: `adjustment:${id}`, reason: 'a mistake', by: clerk(1) }),

  async execute({ queues, plan }, domain, { payrollType, day, personID }) {
    const kind = plan.fourEyes ? 'request' : 'execute';
    const run = await domain.openRun({ kind, payrollType, endDate: day, personID, by: clerk(1).actor });
    await enqueue(queues, 'payroll', 'payroll-run', run._id, { runID: run._id });
    return run._id;
  },

  async approve(history, domain, { who }, asked) {
    const request = await chosen(history, domain, asked, waitingRequests);
    if (!request) return undefined;
    const approved = await domain.approveRequest(request._id, request.hash, clerk(who));
    if (approved.state === 'approved') {
      const { _id: runID } = await domain.openApprovedRun(approved);
      await enqueue(history.queues, 'payroll', 'payroll-run', runID, { runID });
    }
    return approved;
  },

  async decline(history, domain, _action, asked) {
    const request = await chosen(history, domain, asked, waitingRequests);
    return request && domain.declineRequest(request._id, 'no', clerk(3));
  },

  async mark(history, domain, { state, from }, asked) {
    const payment = await chosen(history, domain, asked, payments);
    if (!payment) return [];
    return domain.markPayments({ payrollIDs: [payment._id], state, from, reason: 'R03', by: clerk(1) });
  },

  async 'make file'(history, domain, { payrollType }, asked) {
    if (!(await chosen(history, domain, asked, payments))) return;
    const payrollIDs = (await payments(domain).sort({ _id: 1 }).lean()).map(({ _id }) => _id);
    const file = { payrollType, format: /** @type {const} */ ('paypal'), payrollIDs, by: clerk(1) };
    const { _id: payFileID } = await domain.beginPayFile(file);
    await enqueue(history.queues, 'payroll', 'make-pay-file', `make-pay-file.${payFileID}`, { payFileID });
  },

  async download(history, domain, _action, asked) {
    const file = await chosen(history, domain, asked, liveFiles);
    return file && domain.payFileText(file._id, 1, undefined, clerk(1));
  },

  async discard(history, domain, { notSent }, asked) {
    const file = await chosen(history, domain, asked, liveFiles);
    return file && domain.discardPayFile(file._id, clerk(1), notSent ? 'not sent to the bank' : undefined);
  },

  async 'mark file'(history, domain, _action, asked) {
    const file = await chosen(history, domain, asked, liveFiles);
    if (!file) return undefined;
    const payrollIDs = await domain.payFilePayments(file._id);
    return domain.markPayments({ payFileID: file._id, payrollIDs, state: 'paid', by: clerk(1) });
  },

  /** A message to the office, as often as it seems not to have been sent. */
  async write({ queues }, domain, { affID }) {
    const emailAddress = `aff${affID}@example.com`;
    const message = { affID, emailAddress, subject: 'A question', message: 'When?' };
    const mailID = await domain.saveContactMessage(message, 'office@example.com');
    await enqueue(queues, 'mail', 'send-mail', `send-mail.${mailID}`, { mailID });
    return mailID;
  },

  async terms(_history, domain, { affID, commission }) {
    const { version } = await domain.findAccountOrThrow('affiliate', affID);
    const own = { commission, initial: null, rebill: null, capDays: null, capCommission: 0 };
    await domain.changeAccountTerms({ affID, version, from: dayBefore(0), groupID: 0, own, by: clerk(1) });
  },

  details(_history, domain, { affID: id, account }) {
    const values = { payPalUserName: account };
    return domain.editAccount({ kind: 'affiliate', id, updateType: 'Paypal', values, by: clerk(1) });
  },

  /** What somebody sees: never less than what was acknowledged before, never more than what was sent. */
  async read(history, domain) {
    const before = figuresOf(history, ({ answer }) => isPlain(answer));
    await domain.catchUpLedger();
    const range = { startDate: dayBefore(30), endDate: dayBefore(0) };
    const days = await domain.readDayFigures({ statsType: 1, staffID: 0, ...range });
    const seen = domain.sumFigures(days);
    const after = figuresOf(history, () => true);
    for (const [type, name] of COUNTED) {
      const [least = 0, most = 0] = [before, after].map((figureOf) => figureOf(type));
      if (seen[name] < least)
        throw new Error(`${name} is read as ${seen[name]}, of ${least} acknowledged before`);
      if (seen[name] > most) throw new Error(`${name} is read as ${seen[name]}, of ${most} sent`);
    }
  },
};

/** Everything of the call counts: with a duplicate that is not certain, for an event that waits is answered as one, too. @param {any} answer */
const isPlain = (answer) => answer && !answer.waiting && !answer.duplicates && !answer.refused.length;

/** The figures in which events are counted, by their types. */
const COUNTED = /** @type {const} */ ([
  ['member.joined', 'newMembersCount'],
  ['sale', 'salesCount'],
  ['tip', 'tipsCount'],
  ['refund', 'refundsCount'],
]);

/** What the events of some calls come to. @param {History} history @param {(asked: Asked) => boolean} counts */
function figuresOf(history, counts) {
  const calls = history.asked.filter((asked) => asked.action.do === 'events' && counts(asked));
  const types = new Map(
    calls.flatMap(({ action }) =>
      action.events.map((/** @type {any} */ { eventID, type }) => [eventID, type]),
    ),
  );
  return (/** @type {string} */ type) => [...types.values()].filter((each) => each === type).length;
}

/**
 * The first, second … of a list, as it is when something is in it; it stays the one when somebody asks again.
 * @param {History} history @param {Domain} domain @param {Asked} asked @param {(domain: Domain) => any} list @returns {Promise<any>}
 */
async function chosen({ world }, domain, asked, list) {
  for (let look = 0; look < LOOKS && !asked.chosen; look += 1) {
    if (look > 0) await world.sleep(LOOK_MS);
    const all = await list(domain).sort({ _id: 1 }).lean();
    asked.chosen ??= all[asked.action.which % all.length];
  }
  return asked.chosen;
}

const waitingRequests = (/** @type {Domain} */ domain) => domain.ApprovalModel.find({ state: 'waiting' });
const liveFiles = (/** @type {Domain} */ domain) =>
  domain.PayFileModel.find({ state: { $in: ['made', 'downloaded'] } });
const payments = (/** @type {Domain} */ domain) => domain.PayrollModel.find({}, { _id: 1 });

/** @param {import('./outside.mjs').Queues} queues @param {string} queue @param {string} job @param {string} jobId @param {object} data */
const enqueue = (queues, queue, job, jobId, data) =>
  queues.queue(queue).add(job, data, { jobId, attempts: 3 });
