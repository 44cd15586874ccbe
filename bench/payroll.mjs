import { writeFileSync } from 'node:fs';
import { enter } from './calls.mjs';
import { addEntries, addPeople, DAYS, numbered } from './data.mjs';
import { report } from './figures.mjs';
import { bench, median, memoryOf, secondsSince, timed } from './frame.mjs';

const ROUNDS = 5;
const PAYROLL = { payrollType: 1, endDate: '2026-03-31' };
/** So many times the payrolls that were executed are in the report. */
const REPORTED = 5;

const about = `Times payroll for many persons, and again with many times as many entries at the same persons and days. The entries and
day totals are written as the journal would write them, which is faster than taking events in; the audit then re-adds
them, so that what is timed is a ledger that is right. Then a report, a pay file and exports over HTTP.`;
const options = { persons: 10_000, factor: 100, 'execute-only': false };

bench('payroll', { about, options, needs: 'redis' }, async ({ domain, start, values }) => {
  const { persons, factor } = values;
  await addPeople(domain, { affiliates: persons });
  await addEntries(domain, persons, 0, 1);
  if (values['execute-only']) return timeExecute(domain, persons);
  const small = await timeGenerate(domain, persons, 1);
  await addEntries(domain, persons, 1, factor);
  const large = await timeGenerate(domain, persons, factor);
  const against = 'the time with few entries';
  report(`generating with ${factor} times the entries`, large / small, '', { against });
  const audit = await domain.auditPayroll();
  console.log(`audit: ${audit.entries} entries, ${audit.differences.length} differences`);
  await timeExecute(domain, persons);
  const runID = await timeReport(domain);
  await timePayFile(domain);
  await timeExports(domain, start, runID);
});

/** @typedef {import('./data.mjs').Domain} Domain */

/** @param {Domain} domain @param {number} persons @param {number} factor @returns {Promise<number>} the median in ms */
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

/** Executes everybody, then audits. @param {Domain} domain @param {number} persons */
async function timeExecute(domain, persons) {
  const items = numbered(persons).map((personID) => ({ personID }));
  const ms = await timed(() => domain.executePayroll({ ...PAYROLL, items, by: domain.SYSTEM_ACTOR }));
  report(`executing ${persons} people`, ms / 1000, 's');
  const again = await domain.auditPayroll();
  console.log(`audit: ${again.payrolls} payrolls, ${again.differences.length} differences`);
}

/**
 * A report of so many payrolls, and its rows read back page by page as an export reads them.
 * @param {Domain} domain
 * @returns {Promise<string>} the run's id
 */
async function timeReport(domain) {
  const executed = await domain.PayrollModel.find().lean();
  const count = executed.length;
  for (let copy = 1; copy < REPORTED; copy += 1) {
    const more = executed.map((payroll) => {
      const personID = payroll.personID + copy * count;
      return { ...payroll, _id: payroll._id + copy * count, personID, payee: `affiliate:${personID}` };
    });
    await domain.PayrollModel.collection.insertMany(more, { ordered: false });
  }
  const day = domain.today();
  const started = performance.now();
  const range = { payrollType: 1, startDate: day, endDate: day, personID: 0 };
  const run = await domain.openRun({ kind: 'report', ...range, by: domain.SYSTEM_ACTOR });
  await domain.performRun(run._id);
  const took = secondsSince(started);
  const reading = performance.now();
  const before = process.memoryUsage().rss;
  let rows = 0;
  let most = 0;
  for await (const page of domain.readRunPages(await domain.findRunOrThrow(run._id))) {
    rows += page.length;
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  if (rows !== REPORTED * count) throw new Error(`${rows} rows instead of ${REPORTED * count}`);
  console.log(
    `report: ${rows} rows in ${took} s, read back in ${secondsSince(reading)} s with ${Math.round(most / 2 ** 20)} MB more`,
  );
  return run._id;
}

/** A pay file of everything that was executed: begun, as the call does, and made, as the job does. @param {Domain} domain */
async function timePayFile(domain) {
  const account = { paymentType: 2, payPalUserName: 'ann@example.com' };
  const payrollIDs = [];
  for await (const payroll of domain.PayrollModel.find().lean().cursor()) {
    const accountSeal = domain.accountSealOf({ ...payroll, ...account });
    await domain.PayrollModel.updateOne({ _id: payroll._id }, { $set: { ...account, accountSeal } });
    payrollIDs.push(payroll._id);
  }
  const started = performance.now();
  const by = { actor: domain.SYSTEM_ACTOR };
  const { _id } = await domain.beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  const begun = secondsSince(started);
  const { lines, state } = await domain.finishPayFile(_id);
  if (state !== 'made' || lines !== payrollIDs.length) throw new Error(`${lines} lines, ${state}`);
  console.log(`pay file: begun in ${begun} s`);
  report(`pay file of ${lines} payments`, Number(secondsSince(started)), 's');
}

/** What, where, and what stands in each row once. */
const EXPORTS = [
  ['spreadsheet', 'spreadsheet', '<tr><td class=text>'],
  ['JSON', 'rows?limit=50000', '"payrollID":'],
];

/**
 * The report as the web server hands it out, with the most memory that it held meanwhile (Linux reports it).
 * @param {Domain} domain
 * @param {import('./frame.mjs').Bench['start']} start
 * @param {string} runID
 */
async function timeExports(domain, start, runID) {
  const [emailAddress, password] = ['clerk@example.com', 'a long bench password'];
  await domain.createAdministrator({ emailAddress, password, firstName: 'Clerk', permissions: ['payroll'] });
  const { url, pid } = await start.server();
  const cookie = await enter(url, { EmailAddress: emailAddress, Password: password });
  const { rows: expected } = await domain.findRunOrThrow(runID);
  for (const [what, path, separator] of EXPORTS) {
    const before = memoryOf(pid);
    // From here on the system records a new peak.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    const started = performance.now();
    const address = `${url}/api/payroll-runs/${encodeURIComponent(runID)}/${path}`;
    const answer = await fetch(address, { headers: { cookie } });
    let bytes = 0;
    let rows = 0;
    let firstMs = 0;
    let rest = '';
    for await (const chunk of answer.body ?? []) {
      firstMs ||= performance.now() - started;
      bytes += chunk.length;
      const parts = (rest + Buffer.from(chunk).toString('latin1')).split(separator);
      rows += parts.length - 1;
      rest = (parts.at(-1) ?? '').slice(-separator.length);
    }
    if (!answer.ok || rows !== expected) throw new Error(`${what}: ${answer.status}, ${rows} rows`);
    const MB = (some) => some / 2 ** 20;
    const peak = memoryOf(pid, 'VmHWM');
    console.log(
      `${what} over HTTP: ${rows} rows, ${MB(bytes).toFixed(1)} MB in ${secondsSince(started)} s, first byte after ${Math.round(firstMs)} ms; the server held at most ${Math.round(MB(peak - before))} MB more (${Math.round(MB(peak))} MB)`,
    );
  }
}
