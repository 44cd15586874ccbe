import { resolve } from 'node:path';
import { Failure, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';

const COMMAND = 'npm run backup';
const USAGE = `Copies the built-in database and the pictures into one file, also while npm start runs on them.

  npm run backup -- --out FILE [--data DIR]

  --out FILE  the file to make, such as /backups/monday.tar.gz; one that exists is not overwritten
  --data DIR  the data folder of npm start; default DATA_DIR, else .data

The keys (keys.json of the data folder, or those of the environment) are not in it: keep them elsewhere. Nor are pictures that
are kept in a bucket (S3_…).`;

runCommand(COMMAND, USAGE, { options: { out: text, data: text } }, async ({ values: { out, data } }) => {
  if (!out) throw new Failure('Name the file to make: npm run backup -- --out FILE');
  return withDomain({ data, command: COMMAND, existing: true }, async (domain, env) => {
    const { begunAt, digests } = await domain.takeBackup(resolve(out), env.dataDir);
    console.log(`${resolve(out)}: ${Object.keys(digests).length} files as of ${begunAt}`);
  });
});
