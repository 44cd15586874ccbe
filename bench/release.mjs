import { randomUUID } from 'node:crypto';
import { addPeople, dayOf, ingest, ingestMany, joinOf, saleOf } from './data.mjs';
import { bench, repeating, report, timed } from './frame.mjs';

/** Sales that wait; others go on with a member who is there. */
const WAITING_MEMBER = 1;
const OTHER_MEMBER = 2;

const about = `Measures events that wait for one member, released by the arrival of that member while single events go on; then audits
while events, adjustments and executions go on: rates, the single events' times and the audits' false alarms.`;
const options = { waiting: 20_000, audits: 10 };

bench('release', { about, options, needs: 'database' }, async ({ domain, values }) => {
  await addPeople(domain, { affiliates: 1 });
  await ingest(domain, [joined(OTHER_MEMBER)]);
  await releaseMany(domain, values.waiting);
  await auditMany(domain, values.audits);
});

const joined = (memberID) => joinOf(memberID, 1, '2026-03-01T15:00:00Z');

const sale = (eventID, memberID, index) => saleOf(eventID, memberID, dayOf(index % 28));

/** Events a second. @param name how their ids begin */
async function takeInSales(domain, count, member, name) {
  const ms = await timed(() =>
    ingestMany(domain, count, (index) => sale(`${name}${index}`, member, index), { atOnce: 3 }),
  );
  return count / (ms / 1000);
}

async function releaseMany(domain, count) {
  const taken = await takeInSales(domain, count, WAITING_MEMBER, 'w');
  const others = singleEvents(domain);
  const tookMs = await timed(async () => {
    await ingest(domain, [joined(WAITING_MEMBER)]);
    await domain.requestReleases();
  });
  const released = count / (tookMs / 1000);
  const { sent, text } = await others.end();
  const left = await domain.EventModel.countDocuments({ waitsFor: { $exists: true } });
  if (left > 0) throw new Error(`${left} events still wait`);
  console.log(`meanwhile: ${sent} single events, ${text}`);
  const again = singleEvents(domain);
  const applied = await takeInSales(domain, count, OTHER_MEMBER, 'n');
  await again.end();
  const what = `releasing ${count} waiting events`;
  report(what, released, 'events/s', { atLeast: 7500 });
  report(what, released / applied, '', { against: 'taking in as many that need not wait' });
  report(what, released / taken, '', { against: 'taking them in to wait' });
}

async function auditMany(domain, count) {
  const others = singleEvents(domain);
  const office = officeWork(domain);
  let alarms = 0;
  const tookMs = await timed(async () => {
    for (let index = 0; index < count; index += 1) {
      const { differences } = await domain.auditPayroll();
      if (differences.length === 0) continue;
      alarms += 1;
      console.log(differences.slice(0, 3).join('\n'));
    }
  });
  const { sent: records } = await office.end();
  const { sent } = await others.end();
  const { differences, entries } = await domain.auditPayroll();
  console.log(
    `audits: ${count} of up to ${entries} entries in ${(tookMs / 1000).toFixed(1)} s while ${sent} events and ${records} adjustments and executions came in; at the end ${differences.length} differences`,
  );
  report(`false alarms in ${count} audits of a live ledger`, alarms, '', { atMost: 0 });
}

let singles = 0;

/** One event a call, one call after the other. */
const singleEvents = (domain) =>
  repeating(1, () => {
    singles += 1;
    return ingest(domain, [sale(`o${singles}`, OTHER_MEMBER, singles)]);
  });

/** An adjustment, or an execution of all that is open, in turns. */
function officeWork(domain) {
  let index = 0;
  const actor = domain.SYSTEM_ACTOR;
  return repeating(1, () => {
    index += 1;
    if (index % 2) {
      const change = { adjustmentID: randomUUID(), kind: 'affiliate', personID: 1, cents: index };
      return domain.adjustWithinLimit({ ...change, reason: 'bench', by: { actor } });
    }
    const endDate = dayOf(Math.floor(index / 2) % 28);
    return domain.executePayroll({ payrollType: 1, endDate, items: [{ personID: 1 }], by: actor });
  });
}
