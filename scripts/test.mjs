import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  Promise.all([import('./lib/verify.mjs'), import('./lib/command.mjs')]).then(([{ verify }, { runMain }]) =>
    runMain(() => verify(process.argv.includes('--all'))),
  );
}
