import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildServers, COMMAND_PROJECTS, ensureInstalled } from './lib/builds.mjs';
import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { withEnvFile } from './lib/env-file.mjs';

const COMMAND = 'npm run restore';
const USAGE = `Restores a backup into a data folder that has no database, and audits the ledger.

  npm run restore -- --from FILE [--data DIR]

  --from FILE  made by npm run backup
  --data DIR   the data folder to fill; default DATA_DIR, else .data

Put the keys that the backup was made under into the folder (keys.json) or the environment before: without them the ledger
is not audited.
Exit code 1 when a cent of the ledger differs.`;

runCommand(COMMAND, USAGE, { options: { from: text, data: text } }, async ({ values }) => {
  const { from } = values;
  if (!from) throw new Failure('Name the backup: npm run restore -- --from FILE');
  await ensureInstalled({ tests: false });
  await buildServers(undefined, COMMAND_PROJECTS);
  const domain = await import('@partnerdesk/domain');
  const env = withEnvFile('.env');
  const data = resolve(values.data ?? (env.DATA_DIR || '.data'));
  const { begunAt } = await domain.restoreBackup(resolve(from), data).catch((error) => {
    throw error instanceof domain.BackupError ? new Failure(error.message) : error;
  });
  console.log(`Restored as of ${begunAt} into ${data}`);
  // Others would be made up, which read nothing of it.
  if (!existsSync(join(data, 'keys.json')) && !(env.FIELD_KEYS && env.PROOF_KEY))
    throw new Failure(
      `Its ledger is not audited yet: put the keys of the backup into ${join(data, 'keys.json')} or the environment, then npm run audit:payroll -- --data ${data}`,
    );
  // The folder's own database, whatever MONGO_URL says.
  process.env.MONGO_URL = '';
  return withDomain({ data, command: COMMAND }, async () => {
    const { differences, entries, payrolls } = await domain.auditPayroll();
    for (const line of differences) console.error(line);
    console.log(`${entries} entries, ${payrolls} payrolls, ${differences.length} differences`);
    return differences.length ? 1 : 0;
  });
});
