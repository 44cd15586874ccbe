import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { progressBar } from './lib/progress.mjs';

const COMMAND = 'npm run audit:export';
const USAGE = `Writes the whole ledger as NDJSON with a manifest of counts, sums and digests, for npm run audit:verify.

  npm run audit:export -- --out DIR [--data DIR]

  --out DIR   an empty folder, or one that does not exist
  --data DIR  the data folder of npm start; default DATA_DIR, else .data

The system may run meanwhile: the export ends with one record of the journal. It has no tax ids and no account numbers.`;

runCommand(COMMAND, USAGE, { options: { out: text, data: text } }, async ({ values: { out, data } }) => {
  if (!out) throw new Failure('Say --out DIR: npm run audit:export -- --help lists the flags.');
  return withDomain({ data, command: COMMAND, existing: true }, async (domain) => {
    const bar = progressBar('Export', 0, 'lines');
    const { journal, files } = await domain.exportLedger(out, bar.update);
    const lines = Object.values(files).reduce((sum, file) => sum + file.lines, 0);
    bar.end(`${lines} lines in ${out}`);
    console.log(`Journal: record ${journal.number}, digest ${journal.number}:${journal.hash ?? 'none'}`);
    return 0;
  });
});
