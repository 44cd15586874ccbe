import { requireNode } from './lib/node-version.mjs';

if (requireNode())
  import('./lib/start-command.mjs')
    .then(({ main }) => main(process.argv.slice(2)))
    .then((code) => process.exit(code));
