import { runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';

const COMMAND = 'npm run audit:payroll';
const USAGE = `Re-adds the whole ledger against every payroll and prints each cent that differs. Changes nothing.

  npm run audit:payroll -- [--data DIR]

  --data DIR  the data folder of npm start; default DATA_DIR, else .data

Exit code 1 when anything differs.`;

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

runCommand(COMMAND, USAGE, { options: { data: text } }, ({ values: { data } }) =>
  withDomain({ data, command: COMMAND, existing: true }, async (domain) => {
    const { people, entries, payrolls, entriesCents, paidCents, openCents, differences } =
      await domain.auditPayroll();
    const dollars = (/** @type {number} */ cents) => usd.format(cents / 100);
    for (const line of differences) console.error(line);
    console.log(
      `${people} people, ${entries} entries of ${dollars(entriesCents)}; ${payrolls} payrolls of ${dollars(paidCents)}, open ${dollars(openCents)}`,
    );
    console.log(differences.length ? `${differences.length} differences` : 'Not a cent differs.');
    return differences.length ? 1 : 0;
  }),
);
