import { requireNode } from './lib/node-version.mjs';

if (requireNode()) {
  Promise.all([import('./lib/builds.mjs'), import('./lib/command.mjs')]).then(([{ buildAll }, { runMain }]) =>
    runMain(() => buildAll((name, seconds) => console.log(`Built ${name} in ${seconds.toFixed(1)} s`))),
  );
}
