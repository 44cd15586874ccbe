import { requireNode } from './lib/node-version.mjs';

if (requireNode())
  Promise.all([import('./lib/dev-command.mjs'), import('./lib/command.mjs')]).then(
    ([{ main }, { runMain }]) => runMain(() => main(process.argv.slice(2))),
  );
