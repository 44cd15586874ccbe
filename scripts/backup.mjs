import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { withDomain } from './lib/domain.mjs';
import { Failure, runMain } from './lib/failure.mjs';

const USAGE = `Copies the built-in database and the pictures into one file, also while npm start runs on them.

  npm run backup -- --out FILE [--data DIR]

  --out FILE  the file to make, such as /backups/monday.tar.gz; one that exists is not overwritten
  --data DIR  the data folder of npm start; default DATA_DIR, else .data

The keys (keys.json of the data folder, or those of the environment) are not in it: keep them elsewhere.`;

runMain(async () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string' },
      data: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const { out } = values;
  if (!out) throw new Failure('Name the file to make: npm run backup -- --out FILE');
  return withDomain({ data: values.data, command: 'npm run backup' }, async (domain, env) => {
    const { begunAt, digests } = await domain.takeBackup(resolve(out), env.dataDir).catch(explain(domain));
    console.log(`${resolve(out)}: ${Object.keys(digests).length} files as of ${begunAt}`);
    return 0;
  });
});

/** @param {import('./lib/domain.mjs').Domain} domain */
function explain(domain) {
  return (/** @type {unknown} */ error) => {
    throw error instanceof domain.BackupError ? new Failure(error.message) : error;
  };
}
