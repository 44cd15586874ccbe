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
