import { seededRandom } from '../chaos/random.mjs';

/**
 * @typedef {{ do: string, at: number, [detail: string]: any }} Action what somebody does, at a time (ms)
 * @typedef {{ fault: string, process?: number, count?: number, at?: number, ms?: number, on?: string }} PlannedFault
 *   at a time, or with the so-manieth command of a process
 * @typedef {{ seed: number, fourEyes: boolean, servers: number, workers: number, slow: number, actions: Action[],
 *   faults: PlannedFault[] }} Plan
 */

export const AFFILIATES = [20, 33.33, 12.5];
export const STAFF = [30, 45.5];
export const MEMBERS = 6;
/** Days before today on which something happened. */
const DAYS = 10;
/** Sweeps of the worker that finish what others began. */
export const SWEEPS = [
  'journal',
  'waiting events',
  'lost payroll runs',
  'approved payrolls',
  'lost pay files',
  'returned payments',
  'executed payments',
  'paid payments',
  'forgotten mails',
  'postbacks',
  'links of joins and sales',
  'commissions of the day',
  'forgotten audit entries',
  'forgotten account changes',
];
/** Steps that an action takes, roughly. */
const STEPS_OF_ACTION = 22;

/** @param {number} daysAgo */
export const dayBefore = (daysAgo) => new Date(Date.UTC(2026, 2, 16 - daysAgo)).toISOString().slice(0, 10);

/** Everything of a history that its seed decides: what people and services do, and what goes wrong. @param {number} seed @param {number} steps @returns {Plan} */
export function planOf(seed, steps) {
  const random = seededRandom(seed);
  const { between, pick, chance } = random;
  const events = eventsOf(random);
  let sent = 0;
  const batch = () => {
    const some = events.slice(sent, sent + pick([1, 1, 1, 2, 4]));
    sent += some.length;
    while (sent > 0 && chance(0.2)) {
      const again = { .../** @type {any} */ (events[between(0, sent - 1)]) };
      if (chance(0.2) && again.amountCents) again.amountCents += 1;
      some.push(again);
    }
    return some;
  };
  let adjustments = 0;
  const nextAdjustment = () => {
    adjustments += 1;
    return `a${adjustments}`;
  };
  const day = () => dayBefore(between(0, 6));
  const someID = () => pick([1, 1, 1, 2, 2, 3]);
  /** @type {[number, () => Omit<Action, 'at'> | undefined][]} */
  const kinds = [
    [
      30,
      () => {
        const some = batch();
        return some.length ? { do: 'events', events: some } : undefined;
      },
    ],
    [
      5,
      () => ({
        do: 'adjust',
        id: nextAdjustment(),
        kind: pick(['affiliate', 'staff']),
        personID: between(1, 2),
        cents: between(-300, 900) || 1,
      }),
    ],
    [2, () => (adjustments ? { do: 'reverse', id: `a${between(1, adjustments)}` } : undefined)],
    [11, () => ({ do: 'execute', payrollType: pick([1, 1, 2]), day: day(), personID: pick([0, 0, 1, 2]) })],
    [6, () => ({ do: 'approve', request: someID(), who: pick([1, 2, 2]) })],
    [1, () => ({ do: 'decline', request: someID() })],
    [
      6,
      () => ({
        do: 'mark',
        payment: someID(),
        state: pick(['paid', 'returned', 'returned', 'executed']),
        from: pick(['paid', 'returned']),
      }),
    ],
    [6, () => ({ do: 'make file', payrollType: pick([1, 1, 2]) })],
    [4, () => ({ do: 'download', file: between(1, 3) })],
    [2, () => ({ do: 'discard', file: between(1, 3), notSent: chance(0.7) })],
    [2, () => ({ do: 'mark file', file: between(1, 3) })],
    [3, () => ({ do: 'terms', affID: between(1, 3), commission: between(1, 60) })],
    [3, () => ({ do: 'details', affID: between(1, 3), account: `p${between(1, 99)}@paypal.example` })],
    [6, () => ({ do: 'read' })],
    [16, () => ({ do: 'sweep', sweep: pick(SWEEPS) })],
  ];
  const bag = kinds.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));
  /** @type {Action[]} */
  const actions = [];
  let at = 0;
  while (actions.length < steps / STEPS_OF_ACTION) {
    const action = pick(bag)();
    if (!action) continue;
    at += pick([0, 0, 1, 5, 40, 300, 2500]);
    actions.push({ do: action.do, ...action, at });
  }
  const plan = {
    seed,
    fourEyes: chance(0.35),
    servers: between(1, 2),
    workers: between(1, 2),
    slow: pick([0, 0.02, 0.15]),
  };
  return { ...plan, actions, faults: faultsOf(random, plan.servers + plan.workers, actions.length, at) };
}

/** @param {import('../chaos/random.mjs').Random} random */
function eventsOf({ between, pick, chance, shuffle }) {
  const at = () => `${dayBefore(between(0, DAYS))}T${between(14, 16)}:00:00Z`;
  const list = [];
  for (let memberID = 1; memberID <= MEMBERS; memberID += 1) {
    const join = {
      type: 'member.joined',
      memberID,
      at: at(),
      trackID: pick(['T1', 'T1', 'T2', 'T3', 'nobody']),
      tid: pick(['', 'x']),
    };
    list.push({ eventID: `j${memberID}`, ...join });
    if (chance(0.15)) list.push({ eventID: `k${memberID}`, ...join, trackID: 'T2' });
    for (let sale = 1; sale <= between(1, 5); sale += 1) {
      const [eventID, amountCents] = [`s${memberID}-${sale}`, between(1, 4000)];
      list.push({ eventID, type: 'sale', memberID, amountCents, transactionType: 'initial', at: at() });
      for (let part = 1; part <= between(-2, 2); part += 1)
        list.push({
          eventID: `r${memberID}-${sale}-${part}`,
          type: 'refund',
          saleEventID: eventID,
          amountCents: between(1, amountCents),
          at: at(),
        });
    }
    if (chance(0.6))
      list.push({
        eventID: `t${memberID}`,
        type: 'tip',
        memberID,
        staffID: between(1, 2),
        amountCents: between(1, 3000),
        at: at(),
      });
  }
  // Mostly in the order of their making, so that most of them don't wait long.
  return chance(0.5) ? shuffle(list) : list;
}

/** @param {import('../chaos/random.mjs').Random} random @param {number} processes @param {number} actions @param {number} endMs @returns {PlannedFault[]} */
function faultsOf({ between, pick, chance }, processes, actions, endMs) {
  if (chance(0.1)) return [];
  const commands = Math.ceil((actions * 14) / processes);
  const kinds = pick([
    ['lost answer', 'lost question', 'half done', 'no majority', 'not primary'],
    ['crash before', 'crash after', 'crash after'],
    ['pause', 'slow'],
    [
      'lost answer',
      'half done',
      'crash before',
      'crash after',
      'pause',
      'election',
      'clock',
      'forget',
      'no majority',
    ],
  ]);
  return Array.from({ length: between(1, 8) }, () => {
    const fault = pick(kinds);
    if (fault === 'forget') return [{ fault, at: between(0, endMs) }];
    if (fault === 'clock')
      return [
        {
          fault,
          at: between(0, endMs),
          process: between(-1, processes - 1),
          ms: pick([-3_600_000, -2000, 2000, 70_000, 3_600_000]),
        },
      ];
    const where = {
      fault,
      process: between(0, processes - 1),
      count: between(1, commands),
      on: pick(['any', 'write']),
    };
    const planned = { ...where, ms: pick([50, 1500, 2600, 9000, 40_000]) };
    // Who goes on with what a dead process left may die of it, too.
    const next = {
      ...planned,
      process: between(0, processes - 1),
      count: where.count + between(1, 40),
      on: 'any',
    };
    return fault.startsWith('crash') ? [planned, next] : [planned];
  }).flat();
}
