import { readFileSync } from 'node:fs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { addEntries, addPeople, dayOf, payEverybody } from './data.mjs';
import { bench, memoryOf, report } from './frame.mjs';

const DAYS = 10;

const about = `Times npm run audit:payroll on a large ledger, in a process of its own whose memory is read. The ledger is written as
the journal would leave it: every person has a payroll, and entries on each of ten days.`;
const options = { payrolls: 100_000, entries: 5_000_000 };

bench('audit', { about, options, needs: 'database' }, async ({ domain, start, values }) => {
  const { payrolls } = values;
  const aDay = Math.max(1, Math.round(values.entries / payrolls / DAYS));
  const entries = payrolls * DAYS * aDay;
  await addPeople(domain, { affiliates: payrolls });
  await addEntries(domain, payrolls, { to: aDay, days: DAYS });
  await payEverybody(domain, payrolls, dayOf(DAYS - 1));
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
