import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../command.mjs';
import { inRoot } from '../paths.mjs';
import { run } from '../run.mjs';
import { fact, knownFact } from './server-facts.mjs';

/** Tests of what works on the database alone, by what they are called in the table. */
const TESTS = {
  'tests of the store': 'packages/embedded-mongo/src',
  'tests of the domain': 'packages/domain/src',
};

/** The product's own tests on a server, and how it answers their queries. @param {string} url @param {string} folder for reports */
export async function runTests(url, folder) {
  const [plans, report] = [join(folder, 'plans'), join(folder, 'tests.json')];
  const jest = inRoot('node_modules', 'jest', 'bin', 'jest.js');
  const env = { ...process.env, MONGO_URL: url, TEST_MONGO_URL: url, QUERY_PLANS_FILE: plans };
  const args = [jest, ...Object.values(TESTS), '--json', `--outputFile=${report}`];
  await run('The tests', process.execPath, args, { env, show: true }).catch(() => undefined);
  const written = await readFile(report, 'utf8').catch(() => undefined);
  if (!written) throw new Failure('The tests were ended before they had a result.');
  const { testResults } = JSON.parse(written);
  const results = Object.entries(TESTS).map(([name, path]) => {
    const isBelow = (/** @type {{ name: string }} */ file) => file.name.startsWith(inRoot(path));
    return { name, ...failedTests(testResults.filter(isBelow)) };
  });
  const { queries, slow, sorted } = slowQueries(await readFile(plans, 'utf8'));
  const explained = `${queries} queries explained: ${slow.length} walk a collection or sort in memory`;
  const inMemory = `It reads nothing in the order of an index, so it sorts ${sorted} more: right, and slow where much is found.`;
  const notes = sorted > 0 ? [inMemory] : [];
  const known = results.flatMap((each) => each.known);
  return [
    ...results.map(({ name, files, passed, failed, known }) => {
      const found = `${files} files: ${passed} passed, ${failed.length} failed, ${known.length} known to differ`;
      return fact(name, found, failed.length === 0 && passed > 0, 'See above why.', failed);
    }),
    knownFact('known to differ', known),
    fact('plans', explained, !slow.length, 'They are slow where much is stored.', slow.length ? slow : notes),
  ];
}

/**
 * Tests of the store that hold MongoDB to the letter where the product does not depend on it, and why. They may fail on
 * another engine.
 * @type {Record<string, string>}
 */
const MAY_DIFFER = {
  'cursors go on where they were while documents come and go':
    'A cursor may show its collection as it was; what walks one takes what came later in its next pass.',
  ...Object.fromEntries(
    ['staff', 'member'].map((kind) => [
      `everything of a person of kind ${kind} is found by an index`,
      'Events are read whole here; where an engine does so by the index of _id, its plan shows no scan.',
    ]),
  ),
  'fields adds new fields in the order of their names, numbers by value': 'Fields are read by name.',
  'fields refuses arithmetic on what is no number, null included': 'Only which code refuses it differs.',
  'what an update must not be stores no odd names': 'Only which code refuses it differs.',
  'stages limit what the stages after them see': 'Only the text that refuses it differs.',
  'upserts with a condition beside _id give a duplicate when the document is there':
    'The code is the same; which key it was is not named, and the product asks for one at a time.',
  'unique indexes refuse a second value with 11000, keyPattern and keyValue':
    'The same number is always stored in the same type.',
  'unique indexes count missing as null, and items of arrays one by one':
    'Only the key that it names differs.',
  'unique indexes distinguish decimals that differ in the 20th digit, and unite equal numbers':
    'No decimals are stored.',
  'managing refuses arrays that would have to be crossed': 'No index has two fields that hold arrays.',
  'ranges cross all types with MinKey and MaxKey': 'Neither is asked for.',
  'sorting takes the smallest item upwards and the greatest downwards; empty comes before null':
    'What is sorted by holds one value.',
  '$group sums numbers of all types, exactly': 'Money and counts are whole numbers.',
  '$group groups by several fields, of which a missing one is not null':
    'Every document has what is grouped by.',
  '$group finds minima, without null and missing': 'Every document has what the least is taken of.',
  'updates as the model does, and indexes follow':
    'It adds to values that are no numbers, which the product never does.',
};

/**
 * Sorts the failed tests of some files of a run. `known`: those that may differ, with why.
 * @param {{ name: string, message: string, assertionResults: { fullName: string, status: string }[] }[]} testResults Jest's
 */
export function failedTests(testResults) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const unrun = testResults
    .filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
    .map(({ name }) => `${name} did not run`);
  return {
    files: testResults.length,
    passed: all.filter(({ status }) => status === 'passed').length,
    failed: [...unrun, ...titles.filter((title) => !(title in MAY_DIFFER))],
    known: titles.filter((title) => title in MAY_DIFFER).map((title) => `${title}: ${MAY_DIFFER[title]}`),
  };
}

/** What reads a whole collection, or sorts what it found, by design: the collection and the fields of the filter. */
const EXPECTED = [
  // Few documents: one of each administrator, one of each file.
  'administrators: permissions',
  'administrators: permissions,status',
  'administrators: status,permissions,passwordHash,adminID',
  'administrators: dailyDigest,status',
  'payFiles: state',
  // Everything of one member or one of staff, exported or erased by the office; never more than once a person.
  ...['events: body.memberID', 'events: body.staffID'],
  // One pass over the accounts for each payroll: who has a minimum or a hold of their own.
  'affiliates: $or',
  'staff: $or',
  // Audits, exports and proofs, which read everything.
  ...['auditLog: seq', 'paymentMarks: seq,state', 'events: type,refundedCents'],
  ...['auditLog: $or', 'counters: _id'],
  // A payee's payrolls of a period, and the runs under way: a handful.
  ...['payrolls: payee,createdDay', 'payrolls: $or,payee,endPeriod'],
  ...['payrollRuns: activeKey', 'payrollRunPages: runID,finished'],
  // keys:rotate, which looks for every encrypted value.
  ...['affiliates', 'staff'].flatMap((each) => [
    `${each}: taxIDEncrypted`,
    `${each}: achAccountNumberEncrypted`,
  ]),
  ...['administrators: secondFactor.totpEncrypted', 'administrators: secondFactor.totpPendingEncrypted'],
  ...['mails: textEncrypted', 'keptIdentities: identityEncrypted', 'postbacks: secretEncrypted'],
  // What one affiliate's devices and networks left in the last months, and the signals of it.
  ...['fraudTraces: affID', 'fraudTraces: hash,affID', 'fraudSignals: affID'],
  // The newest pictures that share a part with another one; what an engine does not merge from the index it sorts.
  'pictures: hashBands,photoID',
  // The latest of a list that is read from its end; mails that failed.
  ...['approvals: state', 'mails: state'],
  // Whether a journal has begun its chain, asked of its first records.
  'journal: hash',
  // Asked by tests only.
  ...['administrators: emailAddress', 'dayTotals: kind,personID'],
  ...['entries: amountCents', 'entries: payoutCents', 'entries: postedDay'],
  ...['entries: reverses', 'entries: type'],
  ...['events: state', 'events: type', 'journal: effects', 'payrolls: endPeriod'],
  ...['payFiles: format', 'payFiles: format,state'],
  ...['sourceTotals: tid', 'linkDays: day', 'campaigns: affID,day', 'payrolls: personID', 'journal: audits'],
  ...['auditLog: subject.type', 'auditLog: subject.id', 'auditLog: action', 'attributions: day'],
  ...['postbackCalls: affID', 'mails: kind', 'auditLog: subject.id,actor.kind'],
  // A range of the ledger, of which days of links are counted; an affiliate's campaigns.
  ...['entries: seq,saleID', 'attributions: seq,affID', 'campaigns: affID,removed'],
];

/** @typedef {{ query: { find: string, filter: object, sort?: object }, plan: object }} Explained */

/**
 * The queries that walk a whole collection for some of its documents, or sort in memory what may be many.
 * @param {string} lines as packages/testing/src/query-plans.ts writes them
 * @returns {{ queries: number, slow: string[], sorted: number }} each slow one with what is wrong with it; `sorted`: how
 *   many more an engine sorts that reads nothing in the order of an index, not even of _id
 */
export function slowQueries(lines) {
  /** @type {Explained[]} */
  const explained = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const all = explained.flatMap(({ query, plan }) => {
    const stages = JSON.stringify(plan);
    const wrong = ['COLLSCAN', 'SORT'].find((stage) => stages.includes(`"stage":"${stage}"`));
    return wrong && !isExpected(query) ? [`${wrong}: ${JSON.stringify(query)}`] : [];
  });
  const wrong = [...new Set(all)];
  if (!explained.some(sortsByID)) return { queries: explained.length, slow: wrong, sorted: 0 };
  const slow = wrong.filter((each) => !each.startsWith('SORT'));
  return { queries: explained.length, slow, sorted: wrong.length - slow.length };
}

/** Whether a plan sorts by _id what it looks for by _id alone. @param {Explained} explained */
function sortsByID({ query: { filter, sort = {} }, plan }) {
  const fields = [...Object.keys(filter), ...Object.keys(sort)];
  return fields.every((field) => field === '_id') && JSON.stringify(plan).includes('"stage":"SORT"');
}

/** @param {Explained['query']} query */
function isExpected({ find, filter }) {
  const fields = Object.keys(filter).join();
  return !fields || EXPECTED.includes(`${find}: ${fields}`);
}
