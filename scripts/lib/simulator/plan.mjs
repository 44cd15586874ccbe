import { seededRandom } from '../chaos/random.mjs';

/**
 * @typedef {{ do: string, at: number, [detail: string]: any }} Action what somebody does, at a time (ms); `after` the one before
 * @typedef {{ fault: string, process?: number, count?: number, at?: number, ms?: number, on?: string }} PlannedFault at a time,
 *   or with the so-manieth command of a process, or of all; `on`: any, write, or as in THEMES
 * @typedef {{ seed: number, fourEyes: boolean, servers: number, workers: number, slow: number, lagMs: number,
 *   slowOutside: number, lastMs: number, actions: Action[], faults: PlannedFault[] }} Plan `lagMs`: so far a secondary is
 *   behind; `slowOutside`: share of slow answers; `lastMs`: so long faults meet what workers do when everybody is answered
 */

export const AFFILIATES = [20, 33.33, 12.5];
export const STAFF = [30, 45.5];
const MEMBERS = 6;
/** What one clerk may adjust alone in a day, where two are needed. */
export const ALONE_CENTS = 600;
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
/**
 * What a history is mostly about, and what is seldom written there: a collection, or one by a certain command.
 * @type {Record<string, string[]>}
 */
const THEMES = {
  // By an update a run ends.
  approvals: ['approvals', 'payrollRuns update', 'payrollRuns', 'payrollRunPages', 'payrolls'],
  files: ['payFiles', 'payFileLines', 'paymentMarks'],
  mails: ['mails', 'noticeCursors'],
  ledger: ['journal', 'entries', 'dayTotals', 'postbackCalls', 'postbackCursor'],
};
/** So many of them meet faults at most. */
const SELDOM_WRITES = 24;
/** So much more often a history does what it is about. */
const MORE_OFTEN = 3;
const MARKS = ['paid', 'returned', 'returned', 'executed'];
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
  const batch = (size = pick([1, 1, 1, 2, 4])) => {
    const some = events.slice(sent, sent + size);
    sent += some.length;
    while (sent > 0 && chance(0.2)) {
      // As a rule of the last call, which may still be under way.
      const oldest = chance(0.6) ? Math.max(0, sent - 4) : 0;
      const again = { .../** @type {any} */ (events[between(oldest, sent - 1)]) };
      if (chance(0.2) && again.amountCents) again.amountCents += 1;
      some.push(again);
    }
    return some;
  };
  let adjustments = 0;
  const adjustment = () => ({ do: 'adjust', id: `a${++adjustments}` });
  // Approvals take most steps, so least comes of them.
  const theme = pick(['approvals', ...Object.keys(THEMES)]);
  const fourEyes = chance(theme === 'approvals' ? 0.9 : 0.35);
  /** Which of those that there are when it is done. */
  const which = () => pick([0, 0, 0, 1, 2]);
  const decided = () =>
    chance(0.85)
      ? { do: 'approve', which: which(), who: pick([1, 2, 2, 2, 4, 4]) }
      : { do: 'decline', which: which() };
  /** As a rule of something that there is to pay. */
  const execution = () => {
    const [payrollType, personID, day] = [pick([1, 1, 2]), pick([0, 0, 1, 2]), pick([0, 0, 0, 0, 1, 3, 6])];
    const owed = { kind: payrollType === 1 ? 'affiliate' : 'staff', personID: personID || between(1, 2) };
    return [
      ...(chance(0.6) ? [{ ...adjustment(), ...owed, cents: between(1, 99) }] : []),
      { do: 'execute', payrollType, day: dayBefore(day), personID },
    ];
  };
  const mailed = (/** @type {string} */ sweep) => (chance(0.7) ? [{ do: 'sweep', sweep, again: true }] : []);
  /** What somebody does, and what follows from it as a rule, as often as it is drawn. @type {(() => Omit<Action, 'at'>[])[]} */
  const bag = [];
  const often = (
    /** @type {number} */ weight,
    /** @type {string} */ themes,
    /** @type {(typeof bag)[number]} */ make,
  ) => bag.push(...Array(weight * (themes.includes(theme) ? MORE_OFTEN : 1)).fill(make));
  often(26, 'ledger', () => {
    const calls = Array.from({ length: theme === 'ledger' ? between(1, 5) : 1 }, () => batch());
    // The next one comes while the one before is planned or applied.
    return calls.flatMap((events, index) =>
      events.length ? [{ do: 'events', events, ...(index > 0 && { after: between(0, 12) }) }] : [],
    );
  });
  often(7, 'approvals', () => {
    const payee = { kind: pick(['affiliate', 'staff']), personID: between(1, 2) };
    const cents = between(-300, 2 * ALONE_CENTS) || 1;
    return [{ ...adjustment(), ...payee, cents }, ...(fourEyes ? [decided()] : [])];
  });
  often(2, '', () => (adjustments ? [{ do: 'reverse', id: `a${between(1, adjustments)}` }] : []));
  often(14, 'approvals files mails', () => [
    ...execution(),
    ...(fourEyes ? [decided(), decided()].slice(chance(0.5) ? 1 : 0) : []),
    ...mailed('executed payments'),
  ]);
  often(8, 'approvals', () => (fourEyes ? [decided()] : []));
  often(6, 'files mails', () => [
    { do: 'mark', which: which(), state: pick(MARKS), from: pick(['paid', 'returned']) },
    ...mailed('paid payments'),
  ]);
  often(7, 'files', () => [
    { do: 'make file', which: 0, payrollType: pick([1, 1, 2]) },
    { do: 'download', which: which() },
  ]);
  often(2, '', () => [{ do: 'discard', which: which(), notSent: chance(0.7) }]);
  often(2, '', () => [{ do: 'mark file', which: which() }, ...mailed('paid payments')]);
  often(3, '', () => [{ do: 'terms', affID: between(1, 3), commission: between(1, 60) }]);
  often(3, '', () => [{ do: 'details', affID: between(1, 3), account: `p${between(1, 99)}@paypal.example` }]);
  often(4, 'mails', () =>
    Array.from({ length: between(2, 6) }, () => ({ do: 'write', affID: between(1, 3) })),
  );
  often(6, '', () => [{ do: 'read' }]);
  often(10, '', () => [{ do: 'sweep', sweep: pick(SWEEPS) }]);
  /** @type {Action[]} */
  const actions = [{ do: 'events', events: batch(between(1, 12)), at: 0 }];
  let at = 0;
  while (actions.length < steps / STEPS_OF_ACTION)
    for (const action of pick(bag)()) {
      at += action.after ?? pick([0, 0, 1, 5, 40, 300, 2500]);
      actions.push({ do: action.do, ...action, at });
    }
  const [servers, workers] = [between(1, 2), between(1, 2)];
  return {
    seed,
    fourEyes,
    servers,
    workers,
    actions,
    slow: pick([0, 0.02, 0.15]),
    lagMs: pick([2, 300, 5000]),
    slowOutside: pick(theme === 'mails' ? [0.3, 0.6] : [0, 0.03, 0.3]),
    lastMs: theme === 'mails' ? 40_000 : 3000,
    faults: faultsOf(random, theme, servers + workers, actions.length, at),
  };
}

/** @param {import('../chaos/random.mjs').Random} random */
function eventsOf({ between, pick, chance, shuffle }) {
  const at = () => `${dayBefore(between(0, DAYS))}T${between(14, 16)}:00:00Z`;
  /** @type {object[]} */
  const list = [];
  const add = (/** @type {string} */ eventID, /** @type {object} */ event) =>
    list.push({ eventID, ...event, at: at() });
  for (let memberID = 1; memberID <= MEMBERS; memberID += 1) {
    const [when, trackID] = [at(), pick(['T1', 'T1', 'T2', 'T3', 'nobody'])];
    const join = { type: 'member.joined', memberID, at: when, trackID, tid: pick(['', 'x']) };
    list.push({ eventID: `j${memberID}`, ...join });
    if (chance(0.15)) list.push({ eventID: `k${memberID}`, ...join, trackID: 'T2' });
    for (let sale = 1; sale <= between(1, 5); sale += 1) {
      const [eventID, amountCents] = [`s${memberID}-${sale}`, between(1, 4000)];
      add(eventID, { type: 'sale', memberID, amountCents, transactionType: 'initial' });
      for (let part = 1; part <= between(-2, 2); part += 1) {
        const refund = { type: 'refund', saleEventID: eventID, amountCents: between(1, amountCents) };
        add(`r${memberID}-${sale}-${part}`, refund);
      }
    }
    if (chance(0.6)) {
      const tip = { type: 'tip', memberID, staffID: between(1, 2), amountCents: between(1, 3000) };
      add(`t${memberID}`, tip);
    }
  }
  // Mostly in the order of their making, so that most of them don't wait long.
  return chance(0.5) ? shuffle(list) : list;
}

/** @param {import('../chaos/random.mjs').Random} random @param {string} theme @param {number} processes @param {number} actions @param {number} endMs @returns {PlannedFault[]} */
function faultsOf(random, theme, processes, actions, endMs) {
  const { between, pick, chance } = random;
  if (chance(0.1)) return [];
  if (chance(0.5)) return (THEMES[theme] ?? []).flatMap((on) => seldomFaults(random, on));
  const commands = Math.ceil((actions * 14) / processes);
  const kinds = pick([
    ['lost answer', 'lost question', 'half done', 'no majority', 'not primary'],
    ['crash before', 'crash after', 'crash after'],
    ['pause', 'slow'],
    [
      ...['lost answer', 'half done', 'crash before', 'crash after', 'pause'],
      ...['election', 'clock', 'forget', 'no majority'],
    ],
  ]);
  return Array.from({ length: between(1, 8) }, () => {
    const fault = pick(kinds);
    if (fault === 'forget') return [{ fault, at: between(0, endMs) }];
    if (fault === 'clock') {
      const [at, process] = [between(0, endMs), between(-1, processes - 1)];
      return [{ fault, at, process, ms: pick([-3_600_000, -2000, 2000, 70_000, 3_600_000]) }];
    }
    const [process, count] = [between(0, processes - 1), between(1, commands)];
    const on = pick(['any', 'write']);
    const planned = { fault, process, count, on, ms: pick([50, 1500, 2600, 9000, 40_000]) };
    // Who goes on with what a dead process left may die of it, too.
    const heir = between(0, processes - 1);
    const next = { ...planned, process: heir, count: count + between(1, 40), on: 'any' };
    return fault.startsWith('crash') ? [planned, next] : [planned];
  }).flat();
}

/** Some, at drawn writes of a collection that is written so seldom that a fault would hardly meet one by chance. @param {import('../chaos/random.mjs').Random} random @param {string} on @returns {PlannedFault[]} */
function seldomFaults({ pick, chance }, on) {
  const share = pick([0.05, 0.15, 0.4]);
  const counts = Array.from({ length: SELDOM_WRITES }, (_, index) => index + 1).filter(() => chance(share));
  return counts.map((count) => {
    const others = pick(['crash before', 'lost answer', 'half done', 'pause']);
    // Mostly what ends the work that would go on after the write.
    const fault = pick(['crash after', 'no majority', others]);
    return { fault, on, count, ms: pick([50, 500, 1500, 40_000]) };
  });
}
