import { dayAfter, sourceKeyOf } from './figures.mjs';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {import('./replay.mjs').Replay} Replay */
/** @typedef {import('./replay.mjs').Expect} Expect */

/** Derives what a record of the office wrote, from what it keeps. @param {Replay} replay @param {Document} record @param {Expect} expect */
export function replayOffice(replay, { _id: seq, kept }, expect) {
  /** @type {Document} */
  let effects;
  try {
    effects = JSON.parse(kept);
  } catch {
    replay.report(`journal record ${seq}: what it keeps can't be read`);
    return;
  }
  const {
    entries = [],
    payrolls = [],
    marks = [],
    counters = {},
    days = [],
    sources = [],
    ...more
  } = effects;
  for (const [name, value] of Object.entries(counters))
    replay.counters[name] = Math.max(replay.counters[name] ?? 0, Number(value));
  for (const payroll of payrolls) executed(replay, seq, payroll, expect);
  for (const mark of marks) marked(replay, seq, mark, expect);
  for (const entry of entries) entered(replay, seq, entry, expect);
  // Corrections of totals: they are written, and must be what the events give.
  for (const { kind, personID, day } of days) replay.days.touch(`${kind}:${personID}:${day}`, seq);
  for (const source of sources) replay.sources.touch(sourceKeyOf(source), seq);
  payFiles(replay, seq, more, expect);
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
    startPeriod: closed === undefined ? firstDay : dayAfter(closed),
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
  const paid = replay.payrolls.get(payrollID)?.amountCents;
  if (type === 'returned' && Math.abs(payoutCents) !== paid)
    replay.report(`entry ${_id}: returns ${payoutCents} cents, payroll ${payrollID} paid ${paid}`);
  const reversed = replay.officeEntries.get(reverses);
  if (
    reverses !== undefined &&
    !(_id === `reversal:${reverses}` && reversed?.payoutCents === 0 - payoutCents)
  )
    replay.report(`entry ${_id}: is not the reversal of ${reverses}`);
  replay.officeEntries.set(_id, entry);
  replay.post(seq, entry);
}

/** @param {Replay} replay @param {number} seq @param {Document} effects @param {Expect} expect */
function payFiles(replay, seq, effects, expect) {
  const {
    payFiles: begun = [],
    payFileSteps = [],
    payFileLines = [],
    excludedPayments = [],
    payFileChanges = [],
    approvals = [],
    approvalChanges = [],
    ...more
  } = effects;
  for (const { _id, ...file } of begun) Object.assign(replay.payFiles.touch(String(_id), seq), file);
  for (const step of payFileSteps) expect('payFileSteps', step);
  for (const payment of excludedPayments) expect('excludedPayments', payment);
  for (const { _id, payFileID, position } of payFileLines) {
    const line = replay.payFileLines.touch(String(_id), seq);
    const other = line.payFileID;
    const state = replay.payFiles.get(String(other))?.state;
    if (state !== undefined && state !== 'discarded')
      replay.report(`payment ${_id}: is in the pay files ${other} and ${payFileID}`);
    const mark = replay.marks.get(_id)?.state ?? 'executed';
    if (mark !== 'executed') replay.report(`payment ${_id}: is ${mark}, and came into pay file ${payFileID}`);
    Object.assign(line, { payFileID, position });
  }
  for (const { payFileID, set, leftOut = 0, paid = 0 } of payFileChanges) {
    const file = replay.payFiles.touch(String(payFileID), seq);
    Object.assign(file, set);
    file.leftOut = (file.leftOut ?? 0) + leftOut;
    file.paid = (file.paid ?? 0) + paid;
  }
  for (const { _id, ...request } of approvals)
    Object.assign(replay.approvals.touch(String(_id), seq), request);
  for (const { approvalID, from, set } of approvalChanges) {
    const request = replay.approvals.touch(String(approvalID), seq);
    if (request.state !== from) replay.report(`request ${approvalID}: was ${request.state}, not ${from}`);
    Object.assign(request, set);
  }
  for (const list of Object.keys(more)) replay.unknown.add(list);
}
