import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { demoEvents } from '../scripts/lib/demo/demo-events.mjs';
import { demoPeople } from '../scripts/lib/demo/demo-people.mjs';
import { withDomain } from '../scripts/lib/domain.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { importEvents } from '../scripts/lib/import-events.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';

/** Prints events a second of an import into an empty database: new ones, and the same again. */
runMain(async () => {
  const { values } = parseArgs({ options: { copies: { type: 'string', default: '5' } } });
  const data = await mkdtemp(join(tmpdir(), 'bench-import-'));
  try {
    await withDomain({ data, command: 'npm run bench:import' }, (domain) =>
      measure(domain, Number(values.copies)),
    );
  } finally {
    await rm(data, { recursive: true });
  }
});

/**
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {number} copies of the sample
 */
async function measure(domain, copies) {
  const people = JSON.parse(readFileSync(inRoot('scripts', 'sample', 'people.json'), 'utf8'));
  const { timeZone } = domain.domainConfig();
  for (let copy = 0; copy < copies; copy += 1) {
    await domain.importPeople(demoPeople(people, copy));
    const events = () => demoEvents(people, { copy, days: 0, timeZone });
    const first = await timed(() => importEvents(domain, events()));
    const again = await timed(() => importEvents(domain, events()));
    console.log(`sample ${copy + 1}: ${first} new events/s, ${again} known events/s`);
  }
}

/** @param {() => Promise<import('../scripts/lib/import-events.mjs').ImportTotals>} work */
async function timed(work) {
  const started = performance.now();
  const { accepted, duplicates } = await work();
  return Math.round((accepted + duplicates) / ((performance.now() - started) / 1000));
}
