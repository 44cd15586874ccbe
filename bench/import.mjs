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
import { report } from './figures.mjs';

/** Documents of an insertMany: as many as one call of `POST /api/events` takes. */
const CALL = 1000;
/** Events of a sample, about; and samples after which the store counts as large. */
const SAMPLE = 20_000;
const HALF = 7;

/**
 * Prints events a second of an import, of the same events again, and of plain insertMany calls of the very documents
 * that the import made of them: same process, same store, a collection with the same indexes, each call acknowledged
 * once it is on disk (majority, journal), one after the other. Both become slower as the store grows, the plain one far more:
 * the figures are given for a small and for a large one. The import also validates each event, appends it to the
 * journal, and writes entries, attributions, day totals and sources.
 */
runMain(async () => {
  const { values } = parseArgs({ options: { copies: { type: 'string', default: '14' } } });
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
  /** @type {number[]} */
  const ratios = [];
  /** @type {number[]} */
  const rates = [];
  for (let copy = 0; copy < copies; copy += 1) {
    await domain.importPeople(demoPeople(people, copy));
    /** @type {{ bytes?: Buffer, length: number }[]} */
    const lines = [];
    for await (const line of demoEvents(people, { copy, days: 0, timeZone })) lines.push(line);
    const first = await timed(() => importEvents(domain, eachOf(lines)));
    const again = await timed(() => importEvents(domain, eachOf(lines)));
    const plain = await plainInserts(domain, lines);
    ratios.push(first / plain);
    rates.push(first);
    console.log(
      `sample ${copy + 1}: ${first} new events/s, ${again} known events/s, plain insertMany ${plain}/s: ${(first / plain).toFixed(2)}`,
    );
  }
  const small = ratios.slice(0, HALF);
  const against = 'a plain insertMany of the same events';
  const goal = { unit: '', goal: 0.5, atLeast: true, against };
  report({
    ...{ what: `importing into up to ${small.length * SAMPLE} events, median`, value: median(small) },
    ...goal,
  });
  const large = ratios.slice(HALF);
  if (large.length)
    report({ what: 'importing into more events than that, median', value: median(large), ...goal });
  report({ what: 'new events a second, median', value: median(rates), unit: 'events/s' });
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * The same event documents in the same order, inserted as they are into a collection with the same indexes.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @param {{ bytes?: Buffer }[]} lines
 */
async function plainInserts(domain, lines) {
  const { collection } = domain.EventModel;
  const plain = collection.conn.collection('plainEvents');
  for (const [keys, options] of domain.EventModel.schema.indexes()) await plain.createIndex(keys, options);
  /** @type {string[]} */
  const ids = [];
  for (const { bytes } of lines) if (bytes) ids.push(JSON.parse(String(bytes)).eventID);
  const found = await collection.find(/** @type {any} */ ({ _id: { $in: ids } })).toArray();
  const byID = new Map(found.map((each) => [String(each._id), each]));
  const documents = ids.flatMap((id) => byID.get(id) ?? []);
  const started = performance.now();
  for (let start = 0; start < documents.length; start += CALL)
    await plain.insertMany(documents.slice(start, start + CALL), { ordered: false });
  return Math.round(documents.length / ((performance.now() - started) / 1000));
}

/** @template T @param {T[]} items */
async function* eachOf(items) {
  yield* items;
}

/** @param {() => Promise<import('../scripts/lib/import-events.mjs').ImportTotals>} work */
async function timed(work) {
  const started = performance.now();
  const { accepted, duplicates } = await work();
  return Math.round((accepted + duplicates) / ((performance.now() - started) / 1000));
}
