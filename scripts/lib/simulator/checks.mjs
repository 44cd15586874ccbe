/* One file: a model of RULES.md that is read from top to bottom, a check of a few lines for each of its sections. */
import { AFFILIATES, ALONE_CENTS, dayBefore, STAFF } from './plan.mjs';

/** @typedef {import('./history.mjs').History} History @typedef {import('./history.mjs').Domain} Domain */
/** @typedef {import('./callers.mjs').Asked} Asked */

/** What is checked, by the models that store it. */
const MODELS = {
  events: 'Event',
  entries: 'Entry',
  attributions: 'Attribution',
  days: 'DayTotal',
  sources: 'SourceTotal',
  payrolls: 'Payroll',
  marks: 'PaymentMark',
  journal: 'Journal',
  files: 'PayFile',
  lines: 'PayFileLine',
  approvals: 'Approval',
  audits: 'Audit',
  mails: 'Mail',
  postbacks: 'Postback',
  calls: 'PostbackCall',
};

/**
 * Compares what is stored after a history with what must come of what was asked and answered, by the rules.
 * @param {History} history @param {Domain} domain @returns {Promise<string[]>} what differs
 */
export async function checkHistory(history, domain) {
  const { differences } = await domain.auditPayroll();
  /** @type {All} */
  const all = {};
  for (const [name, model] of Object.entries(MODELS))
    all[name] = await /** @type {any} */ (domain)[`${model}Model`].find().sort({ _id: 1 }).lean();
  const found = differences.map((line) => `audit: ${line}`);
  for (const check of CHECKS) for (const line of check(all, history)) found.push(`${check.name}: ${line}`);
  return found.slice(0, 20);
}

/** @typedef {Record<string, any[]>} All @typedef {Generator<string, void>} Lines */

/** Half away from zero. @param {number} cents @param {number} percent */
const share = (cents, percent) =>
  Math.sign(cents) * Math.floor((Math.abs(cents) * Math.round(percent * 100)) / 10_000 + 0.5);

/** @param {History} history */
const sentEvents = (history) => history.asked.filter(({ action }) => action.do === 'events');

/** @param {any[]} documents @returns {Map<unknown, any>} */
const byID = (documents) => new Map(documents.map((each) => [each._id, each]));
/** @param {any[]} documents @param {string} name @returns {number} */
const sumOf = (documents, name) => documents.reduce((sum, each) => sum + each[name], 0);

/** An event with its fields in one order, without empty ones. @param {object} event */
const plain = (event) => {
  const fields = Object.entries(event).filter(([, value]) => value !== '');
  return JSON.stringify(fields.sort());
};

/** As it was sent. @param {{ _id: string, type: string, at: Date, body: object }} stored */
const sentAs = ({ _id: eventID, type, at, body }) =>
  plain({ eventID, type, at: at.toISOString().replace('.000', ''), ...body });

/** Nothing acknowledged is lost, nothing is invented, nothing waits without a reason. @param {All} all @param {History} history @returns {Lines} */
function* checkEvents({ events = [], attributions = [] }, history) {
  const stored = byID(events);
  const sent = new Set(sentEvents(history).flatMap(({ action }) => action.events.map(plain)));
  for (const event of events)
    if (!sent.has(sentAs(event))) yield `${event._id} was never sent so: ${sentAs(event)}`;
  const members = byID(attributions);
  const refunds = events.filter(({ type, state }) => type === 'refund' && state === 'applied');
  const refundedOf = (/** @type {string} */ saleEventID) =>
    refunds.reduce((sum, { body }) => sum + (body.saleEventID === saleEventID ? body.amountCents : 0), 0);
  const mayRefuse = (/** @type {any} */ event) => {
    if (event.type === 'member.joined')
      return members.has(event.memberID) && stored.get(event.eventID)?.state !== 'applied';
    const sale = event.type === 'refund' && stored.get(event.saleEventID);
    return sale && event.amountCents > sale.body.amountCents - refundedOf(event.saleEventID);
  };
  for (const { action, answer } of sentEvents(history)) {
    if (!answer) continue;
    const refused = new Set(answer.refused.map((/** @type {any} */ { line }) => line));
    for (const [index, event] of action.events.entries()) {
      const there = stored.get(event.eventID);
      const isSame = there && sentAs(there) === plain(event);
      if (!refused.has(index + 1) && !isSame)
        yield `${event.eventID} is acknowledged, and ${there ? 'another is stored' : 'lost'}`;
      if (refused.has(index + 1) && !there && !mayRefuse(event))
        yield `${event.eventID} is refused without a reason`;
    }
  }
  const saleIDs = events.flatMap(({ type, saleID }) => (type === 'sale' ? (saleID ?? []) : []));
  if (new Set(saleIDs).size < saleIDs.length)
    yield `several sales have one number: ${saleIDs.sort((a, b) => a - b)}`;
  for (const { _id, type, state, waitsFor, body } of events) {
    if (type === 'sale' && refundedOf(_id) > body.amountCents)
      yield `${_id} is refunded by ${refundedOf(_id)} cents`;
    const event = { eventID: _id, type, ...body };
    if (state === 'refused' && !mayRefuse(event)) yield `${_id} waited and is refused without a reason`;
    if ((state === 'waiting') !== (waitsFor !== undefined))
      yield `${_id} is ${state} and waits for ${waitsFor}`;
    const isThere =
      type === 'refund' ? stored.get(body.saleEventID)?.state === 'applied' : members.has(body.memberID);
    if (state === 'waiting' && isThere) yield `${_id} waits without a reason`;
  }
}

/** Entries are what the applied events, adjustments and returns come to. @param {All} all @param {History} history @returns {Lines} */
function* checkEntries(all, history) {
  const { entries = [], marks = [], payrolls = [], approvals = [] } = all;
  const { plan } = history;
  const expected = new Map(earnings(all, history));
  const executed = approvals.filter(({ state }) => state === 'executed');
  for (const { action, answer, refusal } of history.asked) {
    const _id = `adjustment:${action.id}`;
    if (action.do === 'adjust') {
      const isConsented = executed.some(({ adjustmentID }) => adjustmentID === action.id);
      if (isConsented || answer?.entry)
        expected.set(_id, { payee: `${action.kind}:${action.personID}`, cents: [action.cents] });
      if (!isConsented && answer?.entry && plan.fourEyes && action.cents > ALONE_CENTS)
        yield `${_id} of ${action.cents} is made by one person`;
      if (refusal) yield `adjustment ${action.id} is refused: ${refusal}`;
    }
    if (action.do === 'reverse' && (answer?.entry || executed.some(({ reverses }) => reverses === _id))) {
      const of = entries.find((entry) => entry._id === _id);
      expected.set(`reversal:${_id}`, { payee: of?.payee, cents: [-of?.payoutCents] });
    }
  }
  const payments = byID(payrolls);
  for (const mark of marks) {
    const { payee, amountCents } = payments.get(mark.payrollID) ?? {};
    const before = marks.find((each) => each.payrollID === mark.payrollID && each.number === mark.number - 1);
    const sign = mark.state === 'returned' ? 1 : before?.state === 'returned' ? -1 : 0;
    if (sign && payee) expected.set(`returned:${mark._id}`, { payee, cents: [sign * amountCents] });
  }
  for (const { _id, payee, payoutCents } of entries) {
    const own = expected.get(_id);
    expected.delete(_id);
    if (!own) yield `${_id} is of nothing that happened`;
    else if (own.payee !== payee || !own.cents.includes(payoutCents))
      yield `${_id} is ${payoutCents} of ${payee}, not ${own.cents} of ${own.payee}`;
  }
  for (const _id of expected.keys()) yield `${_id} is missing`;
}

/**
 * What events earn, by the ids of their entries; `cents`: each amount that is right.
 * @param {All} all @param {History} history @returns {Generator<[string, { payee: string, cents: number[] }]>}
 */
function* earnings({ events = [], attributions = [] }, history) {
  const members = byID(attributions);
  const applied = events.filter(({ state }) => state === 'applied');
  const sales = byID(applied.filter(({ type }) => type === 'sale'));
  for (const event of applied) {
    const { _id, type, body } = event;
    const { staffID, amountCents } = body;
    const tipped = share(amountCents, STAFF[staffID - 1] ?? 0);
    if (type === 'tip') yield [`event:${_id}`, { payee: `staff:${staffID}`, cents: [tipped] }];
    if (type !== 'sale' && type !== 'refund') continue;
    const sale = type === 'sale' ? event : sales.get(body.saleEventID);
    const affID = members.get(sale?.body.memberID)?.affID;
    if (!affID) continue;
    const rates = type === 'refund' ? [sale.commission] : ratesOf(affID, event, history);
    const cents = rates.map((rate) => share(type === 'sale' ? amountCents : -amountCents, rate));
    yield [`event:${_id}`, { payee: `affiliate:${affID}`, cents }];
  }
}

/** The percentages that a sale may have: the first one, or of changes for its day those that may be in force. @param {number} affID @param {any} sale @param {History} history */
function ratesOf(affID, sale, history) {
  const base = AFFILIATES[affID - 1] ?? 0;
  if (sale.day !== dayBefore(0)) return [base];
  const calls = sentEvents(history).filter(({ action }) =>
    action.events.some((/** @type {any} */ each) => each.eventID === sale._id),
  );
  const sent = Math.min(...calls.map(({ begun }) => begun));
  const changes = history.asked.filter(
    ({ action, answer }) => action.do === 'terms' && action.affID === affID && answer !== undefined,
  );
  const isOver = (/** @type {number} */ ended) =>
    changes.some((later) => !later.refusal && ended <= later.begun && later.ended <= sent);
  const possible = changes.filter(({ ended }) => !isOver(ended)).map(({ action }) => action.commission);
  return isOver(0) || changes.some(({ refusal, ended }) => !refusal && ended <= sent)
    ? possible
    : [base, ...possible];
}

/** Of a day total. */
const SUMS = [
  ...['newMembersCount', 'salesCount', 'salesCents', 'refundsCount', 'refundsCents'],
  ...['tipsCount', 'tipsCents', 'payoutCents', 'postedEntries', 'postedCents'],
];

/** Day totals are the sums of their events and entries. @param {All} all @returns {Lines} */
function* checkDays(all) {
  /** @type {Map<string, Record<string, number>>} */
  const expected = new Map();
  const add = (/** @type {string} */ key, /** @type {Record<string, number>} */ figures) => {
    const day = expected.get(key) ?? {};
    for (const [name, value] of Object.entries(figures)) day[name] = (day[name] ?? 0) + value;
    expected.set(key, day);
  };
  const { events = [], entries = [], days = [] } = all;
  for (const { type, state, day, body } of events) {
    if (state !== 'applied') continue;
    const cents = body.amountCents;
    if (type === 'member.joined') add(`site:0:${day}`, { newMembersCount: 1 });
    if (type === 'sale') add(`site:0:${day}`, { salesCount: 1, salesCents: cents });
    if (type === 'refund') add(`site:0:${day}`, { refundsCount: 1, refundsCents: cents });
    if (type === 'tip')
      for (const who of ['site:0', `staff:${body.staffID}`])
        add(`${who}:${day}`, { tipsCount: 1, tipsCents: cents });
  }
  for (const { payee, type, day, postedDay, payoutCents, amountCents } of entries) {
    add(`${payee}:${postedDay}`, { postedEntries: 1, postedCents: payoutCents });
    if (type !== 'sale' && type !== 'refund') continue;
    add(`site:0:${day}`, { payoutCents });
    add(`${payee}:${day}`, { payoutCents });
    if (type === 'sale') add(`${payee}:${day}`, { salesCount: 1, salesCents: amountCents });
    else add(`${payee}:${day}`, { refundsCount: 1, refundsCents: -amountCents });
  }
  for (const day of days) {
    const own = expected.get(day._id) ?? {};
    expected.delete(day._id);
    for (const name of SUMS)
      if ((own[name] ?? 0) !== (day[name] ?? 0)) yield `${day._id} ${name} is ${day[name]}, not ${own[name]}`;
  }
  for (const key of expected.keys()) yield `${key} is missing`;
}

/** Per affiliate the sources add up to the sales; a refund belongs to the source of its sale. @param {All} all @returns {Lines} */
function* checkSources({ sources = [], entries = [], attributions = [] }) {
  const members = byID(attributions);
  for (const { affID, tid, lp, joins = 0, salesCount = 0, salesCents = 0, payoutCents = 0 } of sources) {
    const isOwn = (/** @type {any} */ each) =>
      each && each.affID === affID && each.tid === tid && each.lp === lp;
    const own = entries.filter((entry) => entry.saleID && isOwn(members.get(entry.memberID)));
    const sales = own.filter(({ type }) => type === 'sale').length;
    const [cents, payout] = [sumOf(own, 'amountCents'), sumOf(own, 'payoutCents')];
    const expected = String([attributions.filter(isOwn).length, sales, cents, payout]);
    const found = String([joins, salesCount, salesCents, payoutCents]);
    if (found !== expected) yield `${affID} ${tid}: ${found}, not ${expected}`;
  }
}

/** Each payroll pays the entries of its days, once, and who is paid is paid above zero. @param {All} all @param {History} history @returns {Lines} */
function* checkPayrolls({ payrolls = [], entries = [], journal = [] }, { plan, asked }) {
  for (const payroll of payrolls) {
    const { _id, payee, endPeriod, amountCents, seq, createdBy, approvedBy } = payroll;
    const before = payrolls.filter((each) => each.payee === payee && each.endPeriod < endPeriod);
    const from = before.reduce((last, each) => (each.endPeriod > last ? each.endPeriod : last), '');
    const own = entries.filter(
      (entry) => entry.payee === payee && entry.postedDay > from && entry.postedDay <= endPeriod,
    );
    const sum = sumOf(own, 'payoutCents');
    if (sum !== amountCents || amountCents <= 0)
      yield `${_id} of ${payee} pays ${amountCents}, its entries are ${sum}`;
    for (const entry of own)
      if (entry.seq >= seq) yield `${entry._id} was posted on a day that payroll ${_id} had paid`;
    if (plan.fourEyes && (!approvedBy || approvedBy === createdBy))
      yield `${_id} is approved by ${approvedBy}, prepared by ${createdBy}`;
    if (!journal.some((record) => record._id === seq)) yield `${_id} is of no record`;
    const wasAsked = asked.some(({ action }) => action.do === 'execute' && action.day === endPeriod);
    if (!wasAsked) yield `${_id} through ${endPeriod} was never asked for`;
  }
  const ids = payrolls.map(({ _id }) => _id);
  if (ids.some((id, index) => id !== index + 1)) yield `their ids are ${ids}`;
}

/** @param {All} all @param {History} history @returns {Lines} */
function* checkMarks({ marks = [] }, { asked }) {
  for (const { _id, payrollID, number } of marks)
    if (number > 1 && !marks.some((each) => each.payrollID === payrollID && each.number === number - 1))
      yield `${_id} follows none`;
  for (const { action, answer, chosen } of asked) {
    if (action.do !== 'mark' || answer?.[0]?.outcome !== 'marked' || action.state === 'executed') continue;
    if (!marks.some(({ payrollID, state }) => payrollID === chosen._id && state === action.state))
      yield `payment ${chosen._id} was marked ${action.state}, and is not`;
  }
}

/** @param {any[]} marks @param {number} id of the payment */
const lastMark = (marks, id) =>
  marks.filter(({ payrollID }) => payrollID === id).sort((a, b) => b.number - a.number)[0];

/** A payment is in one live file at most, and files say what they hold. @param {All} all @returns {Lines} */
function* checkFiles({ files = [], lines = [], payrolls = [], marks = [] }) {
  const payments = byID(payrolls);
  for (const file of files) {
    if (file.state === 'discarded') continue;
    const held = lines.flatMap(({ _id, payFileID }) => (payFileID === file._id ? [_id] : []));
    const cents = held.reduce((sum, id) => sum + (payments.get(id)?.amountCents ?? 0), 0);
    if (held.length !== file.lines || cents !== file.amountCents)
      yield `${file._id} has ${held.length} payments of ${cents}, and says ${file.lines} of ${file.amountCents}`;
    const states = held.map((id) => lastMark(marks, id)?.state ?? 'executed');
    const inState = (/** @type {string} */ wanted) => states.filter((state) => state === wanted).length;
    const counts = [held.length - inState('executed'), inState('paid')];
    if (String(counts) !== String([file.leftOut ?? 0, file.paid ?? 0]))
      yield `${file._id} leaves out ${file.leftOut}, paid ${file.paid}, not ${counts}`;
  }
}

/** What is approved is done once, by the consent of another one. @param {All} all @param {History} history @returns {Lines} */
function* checkApprovals({ approvals = [], payrolls = [], audits = [] }, { asked }) {
  const requests = byID(approvals);
  for (const { _id, state, preparedBy, decidedBy, kind, paidCents } of approvals) {
    if (state === 'approved') yield `${_id} is approved and not executed`;
    if (state === 'executed' && decidedBy.id === preparedBy.id) yield `${_id} is decided by who prepared it`;
    const own = payrolls.filter(({ runID }) => runID === `payroll-run.execute.approved.${_id}`);
    const sum = sumOf(own, 'amountCents');
    if (kind === 'execution' && sum !== (paidCents ?? 0))
      yield `${_id} has paid ${sum}, and says ${paidCents}`;
    if (state !== 'executed' && own.length) yield `${_id} is ${state}, and has paid`;
    const consents = audits.filter(
      ({ action, subject }) => action === 'approval.approved' && subject.id === String(_id),
    );
    if (consents.length !== (state === 'executed' ? 1 : 0))
      yield `${_id} is ${state}, with ${consents.length} consents`;
  }
  for (const { action, refusal, answer, chosen } of asked)
    if (action.do === 'decline' && !refusal && answer && requests.get(chosen._id)?.state !== 'declined')
      yield `${chosen._id} was declined, and is not`;
}

/** The journal is whole, in order and chained, and its lines are in the audit log. @param {All} all @returns {Lines} */
export function* checkJournal({ journal = [], audits = [] }) {
  const lines = new Set(audits.map(({ _id }) => String(_id)));
  for (const [index, record] of journal.entries()) {
    const before = journal[index - 1];
    if (record._id !== index + 1) yield `journal record ${index + 1} is missing`;
    if (before && (record.prev !== before.hash || record.at < before.at))
      yield `journal record ${record._id} does not follow`;
    for (const [line] of (record.audits ?? []).entries())
      if (!lines.has(`journal:${record._id}:${line}`))
        yield `journal record ${record._id} has no line ${line} in the audit log`;
  }
}

/** Each affiliate is mailed of each payment once, what was written arrives, and no mail comes twice. @param {All} all @param {History} history @returns {Lines} */
function* checkMails({ mails = [], payrolls = [], marks = [] }, { outside, asked }) {
  const ids = new Set(mails.map(({ _id }) => _id));
  for (const { _id, kind } of payrolls) {
    if (kind !== 'affiliate') continue;
    if (!ids.has(`payment-executed.${_id}`)) yield `nobody is mailed of payment ${_id}`;
    if (lastMark(marks, _id)?.state === 'paid' && !ids.has(`payment-paid.${_id}`))
      yield `nobody is mailed that ${_id} is paid`;
  }
  for (const { action, answer } of asked)
    if (action.do === 'write' && answer && !ids.has(answer)) yield `${answer} was written, and is lost`;
  for (const { _id, state } of mails) {
    const times = outside.mails.get(_id) ?? 0;
    if (times > 1) yield `${_id} came ${times} times`;
    if (state === 'sent' && times === 0) yield `${_id} is sent, and never came`;
    if (!['sent', 'unsure', 'failed'].includes(state)) yield `${_id} is ${state}`;
  }
}

/** Each join, sale and refund is called for once it happened, under one id, and the call arrives. @param {All} all @param {History} history @returns {Lines} */
function* checkPostbacks({ entries = [], attributions = [], calls = [], postbacks = [] }, { outside }) {
  const wanted = new Set(postbacks.map(({ _id }) => _id));
  const happened = [
    ...attributions.map(({ _id, affID }) => ({ _id, affID, type: 'join' })),
    // Payees of sales are affiliates: affiliate:1.
    ...entries.flatMap((each) => (each.saleID ? { ...each, affID: Number(each.payee.slice(10)) } : [])),
  ];
  const called = happened.filter(({ affID }) => wanted.has(affID));
  const expected = new Set(called.map(({ _id, affID, type }) => `${affID}.${type}.${_id}`));
  for (const { _id, callID, state } of calls) {
    if (!expected.delete(_id)) yield `${_id} is called for, and did not happen`;
    if (state !== 'delivered') yield `${_id} is ${state}`;
    if (!outside.calls.get(callID)) yield `${_id} never arrived`;
  }
  for (const id of expected) yield `${id} is not called for`;
}

const CHECKS = [
  ...[checkEvents, checkEntries, checkDays, checkSources, checkPayrolls, checkMarks],
  ...[checkFiles, checkApprovals, checkJournal, checkMails, checkPostbacks],
];
