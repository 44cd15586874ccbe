import { readFileSync } from 'node:fs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { dayOf, numbered } from './data.mjs';
import { report } from './figures.mjs';
import { bench, memoryOf, secondsSince } from './frame.mjs';

const DAYS = 10;
const CALL = 5000;

const about = `Times npm run audit:payroll on a large ledger, in a process of its own whose memory is read. The ledger is written as
the journal would leave it: every person has a payroll, and entries on each of ten days.`;
const options = { payrolls: 100_000, entries: 5_000_000 };

bench('audit', { about, options, needs: 'database' }, async ({ domain, start, values }) => {
  const { payrolls, entries } = values;
  await addLedger(domain, payrolls, entries / payrolls);
  // As `npm run audit:payroll` starts it.
  const { scripts } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const started = performance.now();
  const audit = await start.program('audit', scripts['audit:payroll'].split(' ').slice(1));
  let bytes = 0;
  const look = setInterval(() => {
    bytes = Math.max(bytes, memoryOf(audit.pid, 'VmHWM') || 0);
  }, 200);
  const end = await audit.ended;
  clearInterval(look);
  if (end !== 'ended with code 0') throw new Error(`the audit ${end}`);
  console.log(audit.output());
  const what = `audit of ${payrolls} payrolls and ${entries} entries`;
  report(what, (performance.now() - started) / 1000, 's', { atMost: 60 });
  report(`${what}, memory`, Math.round(bytes / 2 ** 20), 'MB', { atMost: 200 });
});

/** @param {number} each entries of a person */
async function addLedger(domain, persons, each) {
  const batches = new Map();
  const started = performance.now();
  let underWay = Promise.resolve();
  for (const personID of numbered(persons)) {
    for (const [name, document] of documentsOf(personID, each)) {
      const batch = batches.get(name) ?? [];
      batches.set(name, batch);
      if (batch.push(document) < CALL) continue;
      batches.delete(name);
      // While one call is written the next is made.
      await underWay;
      underWay = domain[name].collection.insertMany(batch, { ordered: false });
    }
  }
  // Everything says that the journal's first record wrote it.
  await domain.CounterModel.updateOne({ _id: 'journal' }, { $set: { value: 1 } }, { upsert: true });
  await underWay;
  for (const [name, batch] of batches) await domain[name].collection.insertMany(batch, { ordered: false });
  console.log(`ledger: ${persons} payrolls and ${persons * each} entries in ${secondsSince(started)} s`);
}

/** The documents of one person, by model. @param {number} personID @param {number} each entries */
function* documentsOf(personID, each) {
  const payee = `affiliate:${personID}`;
  const person = { kind: 'affiliate', personID };
  for (let index = 0; index < each; index += 1) {
    const day = dayOf(index % DAYS);
    const when = { at: new Date(`${day}T15:00:00Z`), day, postedDay: day };
    const sums = { amountCents: 1000, payoutCents: 200, commission: 20 };
    const sale = { memberID: personID, saleID: personID * each + index, transactionType: 'initial' };
    yield [
      'EntryModel',
      { _id: `event:${personID}-${index}`, payee, type: 'sale', ...when, ...sums, ...sale, seq: 1 },
    ];
  }
  for (let index = 0; index < Math.min(DAYS, each); index += 1) {
    const day = dayOf(index);
    const count = Math.ceil((each - index) / DAYS);
    const posted = { postedEntries: count, postedCents: count * 200 };
    const sums = { salesCount: count, salesCents: count * 1000, payoutCents: count * 200 };
    yield [
      'DayTotalModel',
      { _id: `${payee}:${day}`, ...person, day, seq: 1, ...posted, ...sums, payrollID: personID },
    ];
  }
  const [startPeriod, endPeriod] = [dayOf(0), dayOf(DAYS - 1)];
  const paid = { startPeriod, endPeriod, createdDay: endPeriod, amountCents: each * 200, entries: each };
  yield ['PayrollModel', { _id: personID, ...person, payee, ...paid, name: 'Ann Ellis', seq: 1 }];
  yield ['PayeeModel', { _id: payee, closedThrough: endPeriod, lastPayrollID: personID, seq: 1 }];
  const source = { _id: `${personID}||`, affID: personID, tid: '', lp: '', seq: 1, joins: 1 };
  const sums = { salesCount: each, salesCents: each * 1000, payoutCents: each * 200 };
  yield ['SourceTotalModel', { ...source, ...sums }];
}
