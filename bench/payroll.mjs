import { addEntries, addPeople, copyPayroll, DAYS, payEverybody } from './data.mjs';
import { bench, median, report, secondsSince, timed } from './frame.mjs';

const ROUNDS = 5;
const PAYROLL = { payrollType: 1, endDate: '2026-03-31' };
/** So many times the payrolls that were executed are in the pay file. */
const COPIES = 5;

const about = `Times payroll for many persons, and again with many times as many entries at the same persons and days. The entries and
day totals are written as the journal would write them, which is faster than taking events in; bench:audit audits a ledger
that is written so. Then a pay file of five times as many payments.`;
const options = { persons: 10_000, factor: 100 };

bench('payroll', { about, options, needs: 'database' }, async ({ domain, values }) => {
  const { persons, factor } = values;
  await addPeople(domain, { affiliates: persons });
  await addEntries(domain, persons, { to: 1 });
  const small = await timeGenerate(domain, persons, 1);
  await addEntries(domain, persons, { from: 1, to: factor });
  const large = await timeGenerate(domain, persons, factor);
  const against = 'the time with few entries';
  report(`generating with ${factor} times the entries`, large / small, '', { against });
  const executeMs = await timed(() => payEverybody(domain, persons, PAYROLL.endDate));
  report(`executing ${persons} people`, executeMs / 1000, 's');
  await timePayFile(domain, await copyPayroll(domain, persons * COPIES));
});

/** The median in ms. */
async function timeGenerate(domain, persons, factor) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    let id = '';
    const ms = await timed(async () => {
      const by = domain.SYSTEM_ACTOR;
      id = (await domain.openRun({ kind: 'generate', ...PAYROLL, personID: 0, by }))._id;
      await domain.performRun(id);
    });
    times.push(ms);
    const { rows } = await domain.findRunOrThrow(id);
    if (rows !== persons) throw new Error(`${rows} rows instead of ${persons}`);
  }
  const ms = median(times);
  console.log(
    `generate: ${persons} persons, ${persons * DAYS * factor} entries: ${(ms / 1000).toFixed(2)} s (median of ${ROUNDS}, rows stored)`,
  );
  return ms;
}

/** A pay file of these payrolls: begun, as the call does, and made, as the job does. */
async function timePayFile(domain, payrollIDs) {
  const started = performance.now();
  const by = { actor: domain.SYSTEM_ACTOR };
  const { _id } = await domain.beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  const { lines, state } = await domain.finishPayFile(_id);
  if (state !== 'made' || lines !== payrollIDs.length) throw new Error(`${lines} lines, ${state}`);
  report(`pay file of ${lines} payments`, Number(secondsSince(started)), 's');
}
