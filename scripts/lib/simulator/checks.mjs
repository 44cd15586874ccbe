import { AFFILIATES, ALONE_CENTS, dayBefore } from './plan.mjs';

/** @typedef {import('./history.mjs').History} History @typedef {import('./history.mjs').Domain} Domain */
/** @typedef {import('./callers.mjs').Asked} Asked */

/** What is checked, by the models that store it. */
const MODELS = {
  events: 'Event',
  entries: 'Entry',
  attributions: 'Attribution',
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
 * Compares what is stored after a history with what must come of what was asked and answered, by the rules. What the ledger
 * comes to by itself, audit:payroll and audit:verify check.
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
  return found;
}

/** @typedef {Record<string, any[]>} All @typedef {Generator<string, void>} Lines */

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
  for (const { _id, type, state, body } of events)
    if (state === 'refused' && !mayRefuse({ eventID: _id, type, ...body }))
      yield `${_id} waited and is refused without a reason`;
}

/**
 * A change of terms that is answered counts for the sales of its day that are sent afterwards: one that is lost, with its line
 * of the audit log, or late leaves an export in which nothing differs.
 * @param {All} all @param {History} history @returns {Lines}
 */
function* checkTerms({ events = [] }, history) {
  for (const { _id, type, state, day, affID, commission } of events) {
    if (type !== 'sale' || state !== 'applied' || !affID || day !== dayBefore(0)) continue;
    const isOfSale = (/** @type {any} */ { eventID }) => eventID === _id;
    const calls = sentEvents(history).filter(({ action }) => action.events.some(isOfSale));
    const sent = Math.min(...calls.map(({ begun }) => begun));
    const changes = history.asked.filter(({ action }) => action.do === 'terms' && action.affID === affID);
    const isOver = (/** @type {number} */ ended) =>
      changes.some((later) => !later.refusal && ended <= later.begun && later.ended <= sent);
    const first = { ended: 0, action: { commission: AFFILIATES[affID - 1] } };
    const possible = [first, ...changes].filter(({ ended }) => !isOver(ended));
    const rates = possible.map(({ action }) => action.commission);
    if (!rates.includes(commission)) yield `${_id} is paid at ${commission} %, not at ${rates}`;
  }
}

/** What clerks enter is there as they were answered, and by consent above what one may enter alone. @param {All} all @param {History} history @returns {Lines} */
function* checkAdjustments({ entries = [], approvals = [] }, { plan, asked }) {
  const expected = new Map();
  const possible = new Map();
  const executed = approvals.filter(({ state }) => state === 'executed');
  for (const { action, answer, refusal } of asked) {
    const _id = `adjustment:${action.id}`;
    if (action.do === 'adjust') {
      const isConsented = executed.some(({ adjustmentID }) => adjustmentID === action.id);
      if (isConsented || answer?.entry)
        expected.set(_id, { payee: `${action.kind}:${action.personID}`, cents: action.cents });
      if (!isConsented && answer?.entry && plan.fourEyes && action.cents > ALONE_CENTS)
        yield `${_id} of ${action.cents} is made by one person`;
      if (refusal) yield `adjustment ${action.id} is refused: ${refusal}`;
    }
    if (action.do === 'reverse') {
      const of = entries.find((entry) => entry._id === _id);
      const reversal = { payee: of?.payee, cents: -of?.payoutCents };
      const isMade = answer?.entry || executed.some(({ reverses }) => reverses === _id);
      if (isMade) expected.set(`reversal:${_id}`, reversal);
      // A call that its caller gave up may still find the adjustment that the next one did not.
      else if (refusal === 'not_found') possible.set(`reversal:${_id}`, reversal);
    }
  }
  for (const { _id, payee, payoutCents } of entries) {
    if (!/^(adjustment|reversal):/.test(_id)) continue;
    const own = expected.get(_id) ?? possible.get(_id);
    expected.delete(_id);
    if (!own) yield `${_id} is of nothing that happened`;
    else if (own.payee !== payee || own.cents !== payoutCents)
      yield `${_id} is ${payoutCents} of ${payee}, not ${own.cents} of ${own.payee}`;
  }
  for (const _id of expected.keys()) yield `${_id} is missing`;
}

/** Who is paid is paid above zero, through a day that somebody asked for, and by two where two are needed. @param {All} all @param {History} history @returns {Lines} */
function* checkPayrolls({ payrolls = [] }, { plan, asked }) {
  for (const { _id, payee, endPeriod, amountCents, createdBy, approvedBy } of payrolls) {
    if (amountCents <= 0) yield `${_id} of ${payee} pays ${amountCents}`;
    if (plan.fourEyes && (!approvedBy || approvedBy === createdBy))
      yield `${_id} is approved by ${approvedBy}, prepared by ${createdBy}`;
    const wasAsked = asked.some(({ action }) => action.do === 'execute' && action.day === endPeriod);
    if (!wasAsked) yield `${_id} through ${endPeriod} was never asked for`;
  }
  const ids = payrolls.map(({ _id }) => _id);
  if (ids.some((id, index) => id !== index + 1)) yield `their ids are ${ids}`;
}

/** @param {All} all @param {History} history @returns {Lines} */
function* checkMarks({ marks = [] }, { asked }) {
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

/** Records are dated one after the other, whatever the clocks say. @param {All} all @returns {Lines} */
function* checkDates({ journal = [] }) {
  for (const [index, { _id, at }] of journal.entries())
    if (at < journal[index - 1]?.at) yield `journal record ${_id} is dated before the one before`;
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
  ...[checkEvents, checkTerms, checkAdjustments, checkPayrolls, checkMarks],
  ...[checkFiles, checkApprovals, checkDates, checkMails, checkPostbacks],
];
