import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { Failure, reportFirst, runCommand, text } from './lib/command.mjs';
import { withDomain } from './lib/domain.mjs';
import { byteLines, importEvents } from './lib/import-events.mjs';
import { progressBar } from './lib/progress.mjs';

const COMMAND = 'npm run import';
const USAGE = `Imports people and events of the chat and phone service.

  npm run import -- [--people FILE] [--events FILE] [--data DIR]

  --people FILE  JSON {affiliates, staff, members}; people who exist already stay as they are
  --events FILE  NDJSON, an event a line, of any size; what is known already changes nothing
  --data DIR     the data folder of npm start; default DATA_DIR, else .data

Exit code 1 when any line was refused; each is reported with its line and the reason.`;

/** Refused lines reported one by one; the rest is only counted. */
const SHOWN_REFUSALS = 20;

const FLAGS = { options: { people: text, events: text, data: text } };

runCommand(COMMAND, USAGE, FLAGS, async ({ values: { people, events, data } }) => {
  for (const file of [people, events])
    if (file && !existsSync(file)) throw new Failure(`There is no file ${file}.`);
  if (!people && !events) {
    console.log(USAGE);
    return 1;
  }
  return withDomain({ data, command: COMMAND }, async (domain) => {
    if (people) await importPeopleFile(domain, people);
    return events ? importEventsFile(domain, events) : 0;
  });
});

/** @param {import('./lib/domain.mjs').Domain} domain @param {string} file */
async function importPeopleFile(domain, file) {
  const people = readJson(file);
  const count = people.affiliates?.length + people.staff?.length + people.members?.length;
  const bar = progressBar('People', count, 'people');
  const { added, existing } = await domain.importPeople(people, bar.update).catch((error) => {
    if (!error.isJoi) throw error;
    throw new Failure(`${file} was refused, nothing was imported: ${error.message}`);
  });
  bar.end(`${added} new, ${existing} there already`);
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Failure(`${file} is not JSON.`);
  }
}

/** Returns the exit code. @param {import('./lib/domain.mjs').Domain} domain @param {string} file */
async function importEventsFile(domain, file) {
  const bar = progressBar('Events', statSync(file).size);
  const started = Date.now();
  const lines = byteLines(createReadStream(file));
  const { accepted, waiting, duplicates, refused } = await importEvents(domain, lines, bar.update);
  const perSecond = Math.round(((accepted + duplicates + refused.length) / (Date.now() - started)) * 1000);
  const others = `${duplicates} known already, ${refused.length} refused, ${perSecond} a second`;
  bar.end(`${accepted} new (${waiting} of them wait), ${others}`);
  const reasons = refused.map(
    ({ line, eventID, reason }) => `line ${line}${eventID ? ` (${eventID})` : ''}: ${reason}`,
  );
  reportFirst(reasons, SHOWN_REFUSALS);
  return refused.length ? 1 : 0;
}
