import { readFileSync } from 'node:fs';
import { demoEvents, demoPeople } from '../scripts/lib/demo/sample.mjs';
import { importEvents } from '../scripts/lib/import-events.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { bench, median, report, timed } from './frame.mjs';

/** Documents of an insertMany: as many as one call of `POST /api/events` takes. */
const CALL = 1000;
/** Events of a sample, about; and samples after which the store counts as large. */
const SAMPLE = 20_000;
const HALF = 7;

const about = `Measures events a second of an import, and of plain insertMany calls of the very documents that it made
of them: same process, same store, a collection with the same indexes, each call acknowledged once it is on disk
(majority, journal), one after the other. Both become slower as the store grows, the plain one far more: the figures are
given for a small and for a large one. The import also validates each event, appends it to the journal, and writes
entries, attributions, day totals and sources.`;
const options = { copies: 14 };

bench('import', { about, options, needs: 'database' }, async ({ domain, values: { copies } }) => {
  const people = JSON.parse(readFileSync(inRoot('scripts', 'sample', 'people.json'), 'utf8'));
  const { timeZone } = domain.domainConfig();
  const ratios = [];
  const rates = [];
  for (let copy = 0; copy < copies; copy += 1) {
    await domain.importPeople(demoPeople(people, copy));
    const lines = [];
    for await (const line of demoEvents(people, { copy, days: 0, timeZone })) lines.push(line);
    const first = await rateOfImport(domain, lines);
    const plain = await rateOfPlainInserts(domain, lines);
    ratios.push(first / plain);
    rates.push(first);
    console.log(`sample ${copy + 1}: ${first} events/s, plain insertMany ${plain}/s`);
  }
  const [small, large] = [ratios.slice(0, HALF), ratios.slice(HALF)];
  const against = 'a plain insertMany of the same events';
  report(`importing into up to ${small.length * SAMPLE} events, median`, median(small), '', { against });
  if (large.length) report('importing into more events than that, median', median(large), '', { against });
  report('new events a second, median', median(rates), 'events/s', { atLeast: 10_000 });
});

/** Events a second. */
async function rateOfImport(domain, lines) {
  const started = performance.now();
  const { accepted, duplicates } = await importEvents(domain, lines);
  return Math.round((accepted + duplicates) / ((performance.now() - started) / 1000));
}

/** Events a second when the same documents are inserted as they are, in this order, into a collection with the same indexes. */
async function rateOfPlainInserts(domain, lines) {
  const { collection } = domain.EventModel;
  const plain = collection.conn.collection('plainEvents');
  for (const [keys, options] of domain.EventModel.schema.indexes()) await plain.createIndex(keys, options);
  const ids = lines.map(({ event }) => event.eventID);
  const found = await collection.find({ _id: { $in: ids } }).toArray();
  const byID = new Map(found.map((each) => [String(each._id), each]));
  const documents = ids.flatMap((id) => byID.get(id) ?? []);
  const ms = await timed(async () => {
    for (let start = 0; start < documents.length; start += CALL)
      await plain.insertMany(documents.slice(start, start + CALL), { ordered: false });
  });
  return Math.round(documents.length / (ms / 1000));
}
