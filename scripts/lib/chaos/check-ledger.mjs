import { addDays } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { waitFor } from '@partnerdesk/testing/services';
import { checkJournal } from '../simulator/checks.mjs';
import { DAYS } from './business.mjs';

const FINISHED_WITHIN_MS = 120_000;

/**
 * Holds what is stored against what was acknowledged, once all work is done. `faults`: what is not as it has to be.
 * @param {import('./load.mjs').Acknowledged} acknowledged @param {string[]} received mails as the mail server had them
 */
export async function checkLedger(acknowledged, received) {
  await untilFinished();
  const parts = [
    await checkEvents(acknowledged),
    await checkMoney(acknowledged),
    await checkStatistics(),
    await checkDecisions(acknowledged),
    await checkMails(acknowledged, received),
    await checkTheJournal(),
  ];
  return {
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)),
    faults: parts.flatMap(({ faults }) => faults),
  };
}

/** Open runs and mails are the workers' to finish. */
async function untilFinished() {
  const isFinished = async () => {
    const [runs, mails] = await Promise.all([
      domain.openRuns(),
      domain.MailModel.countDocuments({ state: { $in: ['waiting', 'sending', 'handed-over'] } }),
    ]);
    if (runs.length || mails) throw new Error(`${runs.length} runs and ${mails} mails are not finished`);
    return true;
  };
  await waitFor(isFinished, { what: 'all work', timeoutMs: FINISHED_WITHIN_MS, everyMs: 500 });
  await domain.catchUpLedger();
  // What a worker's sweep does a minute after a process died between a change and moving its line into the log.
  await domain.deliverForgotten(new Date());
}

/** @param {import('./load.mjs').Acknowledged} acknowledged */
async function checkEvents({ events }) {
  const faults = [];
  let stored = 0;
  /** @type {Set<string>} */
  const earning = new Set();
  for await (const event of domain.EventModel.find().lean().cursor()) {
    if (events.delete(event._id)) stored += 1;
    const amount = Number(event.body.amountCents ?? 0);
    if (event.state === 'applied' && /^(sale|refund|tip)$/.test(event.type) && amount !== 0)
      earning.add(`event:${event._id}`);
    if (event.state === 'waiting' && !event.waitsFor) faults.push(`event ${event._id} waits for nothing`);
  }
  for (const eventID of events) faults.push(`acknowledged event ${eventID} is lost`);
  let entries = 0;
  for await (const { _id } of domain.EntryModel.find({}, { _id: 1 }).lean().cursor()) {
    if (_id.startsWith('event:')) entries += 1;
    earning.delete(_id);
  }
  for (const id of earning) faults.push(`${id} is applied and has no entry`);
  return { figures: { events: stored, entries }, faults };
}

/** @param {import('./load.mjs').Acknowledged} acknowledged */
async function checkMoney({ payrolls, paid, payFiles }) {
  const { differences } = await domain.auditPayroll();
  const faults = [...differences];
  const states = await domain.paymentStatuses([...payrolls.keys()]);
  for (const [payrollID, amount] of payrolls) {
    const payroll = await domain.PayrollModel.findById(payrollID).lean();
    if (!payroll) faults.push(`payroll ${payrollID} is lost`);
    else if (payroll.amountCents !== Math.round(amount * 100))
      faults.push(`payroll ${payrollID} is ${payroll.amountCents} cents, not ${amount} dollars`);
    if (paid.has(payrollID) && states.get(payrollID)?.mark?.state !== 'paid')
      faults.push(`payroll ${payrollID} was marked paid and is not`);
  }
  return { figures: { payrolls: payrolls.size, marks: paid.size, payFiles }, faults };
}

async function checkStatistics() {
  const endDate = new Date().toISOString().slice(0, 10);
  const { differences } = await domain.rebuildStatistics({ startDate: addDays(endDate, -DAYS - 4), endDate });
  const faults = differences.map((one) => `statistics differ from the recount: ${JSON.stringify(one)}`);
  return { figures: {}, faults };
}

/** @param {import('./load.mjs').Acknowledged} acknowledged */
async function checkDecisions({ decisions }) {
  const faults = [];
  for (const [staffID, status] of decisions) {
    const staff = await domain.StaffModel.findOne({ staffID }, { status: 1 }).lean();
    if (staff?.status !== status) faults.push(`the decision about staff ${staffID} is lost`);
    const lines = await domain.AuditModel.countDocuments({
      'subject.type': 'staff',
      'subject.id': String(staffID),
      action: { $in: ['staff.approved', 'staff.rejected'] },
    });
    if (lines !== 1) faults.push(`the decision about staff ${staffID} has ${lines} lines in the audit log`);
  }
  return { figures: { decisions: decisions.size }, faults };
}

/** @param {import('./load.mjs').Acknowledged} acknowledged @param {string[]} received */
async function checkMails({ mails }, received) {
  const faults = [];
  const ids = received.map((mail) => /<([^>@]+)@partnerdesk>/.exec(mail)?.[1]);
  const twice = ids.length - new Set(ids).size;
  if (twice > 0) faults.push(`${twice} mails were sent twice`);
  const stored = await domain.MailModel.find({}, { state: 1 }).lean();
  for (const { _id, state } of stored)
    if (state === 'sent' && !ids.includes(_id)) faults.push(`mail ${_id} is marked sent and never arrived`);
  if (stored.length < mails) faults.push(`${mails} mails were acknowledged, ${stored.length} are stored`);
  const unsure = stored.filter(({ state }) => state === 'unsure').length;
  return { figures: { mails: ids.length, unsureMails: unsure }, faults };
}

/** As histories of the simulator are checked. */
async function checkTheJournal() {
  const journal = await domain.JournalModel.find().sort({ _id: 1 }).lean();
  const audits = await domain.AuditModel.find({}, { _id: 1 }).lean();
  return { figures: { journal: journal.length }, faults: [...checkJournal({ journal, audits })] };
}
