import { canonicalJson } from './canonical.mjs';
import { daysAfter } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./replay.mjs').Replay} Replay */
/** @typedef {import('./replay.mjs').Expect} Expect */

/** @typedef {(operation: string, collection: string) => Document[]} Take what a record does so to a collection */

/** What nobody inserts without a line of the audit log. */
const OF_OFFICE = new Set(['payrolls', 'entries', 'paymentMarks', 'approvals']);

/** Derives what a record of the office wrote, from what it keeps. @param {Replay} replay @param {Document} record @param {Expect} expect */
export function replayOffice(replay, { _id: seq, kept, audits = [] }, expect) {
  /** @type {Record<string, Record<string, Document[]>>} */
  let effects;
  try {
    effects = JSON.parse(kept);
  } catch {
    replay.report(`journal record ${seq}: what it keeps can't be read`);
    return;
  }
  const inserted = Object.keys(effects.insert ?? {});
  if (audits.length === 0 && inserted.some((name) => OF_OFFICE.has(name)))
    replay.report(`journal record ${seq}: has no line of the audit log`);
  /** @type {Take} */
  const take = (operation, collection) => {
    const { [collection]: list = [], ...others } = effects[operation] ?? {};
    effects[operation] = others;
    return list;
  };
  for (const { _id: name, set } of take('add', 'counters'))
    replay.counters[name] = Math.max(replay.counters[name] ?? 0, Number(set.value));
  const payrolls = take('insert', 'payrolls');
  for (const payroll of payrolls) executed(replay, seq, payroll, expect);
  closed(replay, seq, payrolls, take);
  for (const mark of take('insert', 'paymentMarks')) marked(replay, seq, mark, expect);
  for (const entry of take('insert', 'entries')) entered(replay, seq, entry, expect);
  // Corrections of totals: they are written, and must be what the events give.
  for (const { _id } of take('add', 'dayTotals')) replay.days.touch(_id, seq);
  for (const { _id } of take('add', 'sourceTotals')) replay.sources.touch(_id, seq);
  payFiles(replay, seq, take, expect);
  approvals(replay, seq, take);
  for (const [operation, lists] of Object.entries(effects))
    for (const collection of Object.keys(lists)) replay.unknown.add(`${operation} ${collection}`);
}

/** The days that a record closes must be those of its payrolls. @param {Replay} replay @param {number} seq @param {Document[]} payrolls @param {Take} take */
function closed(replay, seq, payrolls, take) {
  const days = payrolls.map(({ _id, payee, endPeriod }) => ({
    from: `${payee}:`,
    through: `${payee}:${endPeriod}`,
    set: { payrollID: _id },
  }));
  const payees = payrolls.map(({ _id, payee, endPeriod }) => ({
    _id: payee,
    set: { closedThrough: endPeriod, lastPayrollID: _id },
  }));
  const isSo = canonicalJson([take('close', 'dayTotals'), take('add', 'payees')]);
  if (isSo !== canonicalJson([days, payees]))
    replay.report(`journal record ${seq}: closes other days than those of its payrolls`);
}

/** @param {Replay} replay @param {number} seq @param {Document} payroll @param {Expect} expect */
function executed(replay, seq, payroll, expect) {
  const { _id, payee, startPeriod, endPeriod } = payroll;
  expect('payrolls', payroll);
  let [cents, entries, firstDay] = [0, 0, endPeriod];
  for (const day of replay.open.get(payee) ?? []) {
    if (day > endPeriod) continue;
    const { postedCents = 0, postedEntries = 0 } = replay.days.get(`${payee}:${day}`) ?? {};
    cents += postedCents;
    entries += postedEntries;
    if (day < firstDay) firstDay = day;
  }
  const closed = replay.closed.get(payee);
  const derived = {
    amountCents: cents,
    entries,
    startPeriod: closed === undefined ? firstDay : daysAfter(closed, 1),
  };
  for (const [field, value] of Object.entries(derived))
    if (payroll[field] !== value)
      replay.report(`payroll ${_id}: ${field} is ${payroll[field]}, its entries give ${value}`);
  if (closed !== undefined && startPeriod <= closed)
    replay.report(`payroll ${_id}: begins on ${startPeriod}, ${payee} is paid through ${closed}`);
  replay.payrolls.set(_id, payroll);
  replay.close(seq, payroll);
}

/** @param {Replay} replay @param {number} seq @param {Document} mark @param {Expect} expect */
function marked(replay, seq, mark, expect) {
  const { _id, payrollID, number } = mark;
  expect('marks', mark);
  if (!replay.payrolls.has(payrollID)) replay.report(`mark ${_id}: there is no payroll ${payrollID}`);
  const before = replay.marks.get(payrollID)?.number ?? 0;
  if (number !== before + 1) replay.report(`mark ${_id} of record ${seq}: follows the mark ${before}`);
  replay.marks.set(payrollID, mark);
}

/** @param {Replay} replay @param {number} seq @param {Document} entry @param {Expect} expect */
function entered(replay, seq, entry, expect) {
  const { _id, type, payee, postedDay, amountCents, payoutCents, payrollID, reverses } = entry;
  expect('entries', entry);
  const closed = replay.closed.get(payee);
  if (closed !== undefined && postedDay <= closed)
    replay.report(`entry ${_id}: is posted on ${postedDay}, ${payee} is paid through ${closed}`);
  if (amountCents !== payoutCents) replay.report(`entry ${_id}: amount and payout differ`);
  const paid = replay.payrolls.get(payrollID);
  if (type === 'returned' && (Math.abs(payoutCents) !== paid?.amountCents || payee !== paid?.payee))
    replay.report(
      `entry ${_id}: returns ${payoutCents} cents to ${payee}, payroll ${payrollID} paid ${paid?.amountCents} to ${paid?.payee}`,
    );
  const reversed = replay.officeEntries.get(reverses);
  if (
    reverses !== undefined &&
    !(
      _id === `reversal:${reverses}` &&
      reversed?.payoutCents === 0 - payoutCents &&
      reversed?.payee === payee
    )
  )
    replay.report(`entry ${_id}: is not the reversal of ${reverses}`);
  replay.officeEntries.set(_id, entry);
  replay.post(seq, entry);
}

/** @param {Replay} replay @param {number} seq @param {Take} take @param {Expect} expect */
function payFiles(replay, seq, take, expect) {
  for (const { _id, ...file } of take('insert', 'payFiles'))
    Object.assign(replay.payFiles.touch(String(_id), seq), file);
  for (const step of take('insert', 'payFileSteps')) expect('payFileSteps', step);
  for (const payment of take('insert', 'excludedPayments')) expect('excludedPayments', payment);
  for (const { _id, set } of take('add', 'payFileLines')) {
    const line = replay.payFileLines.touch(String(_id), seq);
    const other = line.payFileID;
    const state = replay.payFiles.get(String(other))?.state;
    if (state !== undefined && state !== 'discarded')
      replay.report(`payment ${_id}: is in the pay files ${other} and ${set.payFileID}`);
    const mark = replay.marks.get(_id)?.state ?? 'executed';
    if (mark !== 'executed')
      replay.report(`payment ${_id}: is ${mark}, and came into pay file ${set.payFileID}`);
    Object.assign(line, set);
  }
  for (const { _id, set, inc = {} } of take('set', 'payFiles')) {
    Object.assign(replay.payFiles.touch(String(_id), seq), set);
    replay.payFiles.add(String(_id), seq, inc);
  }
}

/** @param {Replay} replay @param {number} seq @param {Take} take */
function approvals(replay, seq, take) {
  for (const { _id, ...request } of take('insert', 'approvals'))
    Object.assign(replay.approvals.touch(String(_id), seq), request);
  for (const { _id, from, set } of take('set', 'approvals')) {
    const request = replay.approvals.touch(String(_id), seq);
    if (request.state !== from.state)
      replay.report(`request ${_id}: was ${request.state}, not ${from.state}`);
    Object.assign(request, set);
  }
}
