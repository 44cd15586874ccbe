import { Failure, flag, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { withEnvFile } from './lib/env-file.mjs';

const COMMAND = 'npm run demo';
const USAGE = `Loads the demo: people, events up to today, and logins (password demo-pass-1).

  npm run demo -- [--scale N] [--live] [--data DIR]

  --scale N    N times as many people and events; default 1
  --live       with payment types and payrolls of the last months, as npm start loads it: the first load decides
  --data DIR   the data folder of npm start; default DATA_DIR, else .data

Safe to repeat: what is loaded stays as it is.`;

runCommand(COMMAND, USAGE, { options: { scale: text, data: text, live: flag } }, async ({ values }) => {
  if (withEnvFile('.env').NODE_ENV === 'production')
    throw new Failure('There is no demo in production: everybody knows its password.');
  const scale = Number(values.scale ?? 1);
  if (!Number.isInteger(scale) || scale < 1 || scale > 1000)
    throw new Failure('--scale takes a whole number from 1 to 1000.');
  await withDomain({ data: values.data, command: COMMAND }, async (domain, env) => {
    // It imports what was just installed and built.
    const { loadDemo } = await import('./lib/demo/load-demo.mjs');
    await loadDemo(scale, domain.openStorage(env), { live: values.live });
  });
});
