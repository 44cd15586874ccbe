import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { byteLines } from './lib/byte-lines.mjs';
import { withDomain } from './lib/domain.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { importEvents } from './lib/import-events.mjs';
import { progressBar } from './lib/progress.mjs';

const USAGE = `Imports people and events of the chat and phone service.

  npm run import -- [--people FILE] [--events FILE] [--data DIR]

  --people FILE  JSON {affiliates, staff, members}; people who exist already stay as they are
  --events FILE  NDJSON, an event a line, of any size; what is known already changes nothing
  --data DIR     the data folder of npm start; default DATA_DIR, else .data

Exit code 1 when any line was refused; each is reported with its line and the reason.`;

/** Refused lines reported one by one; the rest is only counted. */
const SHOWN_REFUSALS = 20;

runMain(async () => {
  const { people, events, data, help } = readFlags();
  if (help || !(people || events)) {
    console.log(USAGE);
    return help ? 0 : 1;
  }
  return withDomain({ data, command: 'npm run import' }, async (domain) => {
    if (people) await importPeopleFile(domain, people);
    return events ? importEventsFile(domain, events) : 0;
  });
});

function readFlags() {
  const option = /** @type {const} */ ({ type: 'string' });
  try {
    const { values } = parseArgs({
      options: { people: option, events: option, data: option, help: { type: 'boolean', short: 'h' } },
    });
    for (const file of [values.people, values.events]) {
      if (file && !existsSync(file)) throw new Failure(`There is no file ${file}.`);
    }
    return values;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(
      `${/** @type {Error} */ (error).message.split('. ')[0]}: npm run import -- --help lists the flags.`,
    );
  }
}

/**
 * @param {import('./lib/domain.mjs').Domain} domain
 * @param {string} file
 */
async function importPeopleFile(domain, file) {
  const people = readJson(file);
  const bar = progressBar(
    'People',
    people.affiliates?.length + people.staff?.length + people.members?.length,
    {
      unit: 'people',
    },
  );
  try {
    const { added, existing } = await domain.importPeople(people, (done) => bar.update(done));
    bar.end(`${added} new, ${existing} there already`);
  } catch (error) {
    if (/** @type {{ isJoi?: boolean }} */ (error).isJoi) {
      throw new Failure(`${file} was refused, nothing was imported: ${/** @type {Error} */ (error).message}`);
    }
    throw error;
  }
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`${file} is not JSON.`);
  }
}

/**
 * @param {import('./lib/domain.mjs').Domain} domain
 * @param {string} file
 * @returns {Promise<number>} exit code
 */
async function importEventsFile(domain, file) {
  const bar = progressBar('Events', statSync(file).size);
  const started = Date.now();
  const lines = byteLines(createReadStream(file));
  const { accepted, waiting, duplicates, refused } = await importEvents(domain, lines, (bytes) =>
    bar.update(bytes),
  );
  const perSecond = Math.round(((accepted + duplicates + refused.length) / (Date.now() - started)) * 1000);
  bar.end(
    `${accepted} new (${waiting} of them wait), ${duplicates} known already, ${refused.length} refused, ${perSecond} a second`,
  );
  for (const { line, eventID, reason } of refused.slice(0, SHOWN_REFUSALS)) {
    console.error(`  line ${line}${eventID ? ` (${eventID})` : ''}: ${reason}`);
  }
  if (refused.length > SHOWN_REFUSALS) console.error(`  … and ${refused.length - SHOWN_REFUSALS} more`);
  return refused.length ? 1 : 0;
}
