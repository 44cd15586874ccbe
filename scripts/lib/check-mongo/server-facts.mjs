/** The oldest wire version that is taken: MongoDB 7.0. Older versions get no more corrections. */
const OLDEST_WIRE = 21;
/** Days and deadlines are reckoned by the database's time. */
const CLOCK_MS = 1000;
const ANSWER_MS = 5000;
/** Increments of one document at the same moment, and of how many documents. */
const [RACERS, RACES] = [30, 20];
const DUPLICATE_KEY = 11000;

/** @typedef {{ name: string, found: string, wrong?: string, details?: string[] }} Fact a line of the table */

/**
 * What the product needs of a server, as found. `wrong`: why the product must not run on it, and the remedy.
 * @param {import('mongodb').Db} db of its own: it is written to @returns {Promise<Fact[]>}
 */
export async function serverFacts(db) {
  const askedAt = Date.now();
  const hello = await db.command({ hello: 1 });
  const clockMs = Math.round(hello.localTime.getTime() - (askedAt + Date.now()) / 2);
  const wire = hello.maxWireVersion;
  const built = await db.command({ buildInfo: 1 }).catch(() => undefined);
  const version = `${built?.version ?? 'not shown by this server'}, wire version ${wire}`;
  const ahead = `${clockMs} ms ahead of this machine`;
  return [
    fact('version', version, wire >= OLDEST_WIRE, 'Upgrade to MongoDB 7.0 or later.'),
    replicaSet(hello),
    await writeConcern(db),
    await racingUpserts(db),
    await racingInserts(db),
    fact('clock', ahead, Math.abs(clockMs) <= CLOCK_MS, 'Set the clocks by NTP.'),
  ];
}

/**
 * @param {string} name @param {string} found @param {boolean} isRight
 * @param {string} wrong shown where it is not @param {string[]} [details] lines below it @returns {Fact}
 */
export const fact = (name, found, isRight, wrong, details) =>
  isRight ? { name, found, details } : { name, found, wrong, details };

/** @param {string} name @param {string[]} details */
export const knownFact = (name, details) => fact(name, String(details.length || 'none'), true, '', details);

/** @param {import('mongodb').Document} hello @returns {Fact} */
function replicaSet(hello) {
  const name = 'replica set';
  // As a router of a sharded cluster names itself.
  if (hello.msg === 'isdbgrid')
    return { name, found: 'a sharded cluster: docs/SCALING.md, "Shard keys", says what stays unsharded' };
  if (hello.setName)
    return { name, found: `${hello.setName}, ${hello.hosts?.length ?? 0} members with data` };
  return { name, found: 'none', wrong: 'Run it as a replica set, of three members in production.' };
}

/** Sums are added by upserts, of which several may race for a document that is not there yet. @param {import('mongodb').Db} db */
async function racingUpserts(db) {
  /** @type {import('mongodb').Collection<{ _id: number, n?: number }>} */
  const sums = db.collection('check_sums');
  await race((_id) => retried(() => sums.updateOne({ _id }, { $inc: { n: 1 } }, { upsert: true })));
  const kept = (await sums.find().toArray()).reduce((sum, { n = 0 }) => sum + n, 0);
  const found = `${kept} of ${RACERS * RACES} increments kept`;
  const wrong = 'It loses writes, so sums of money would be wrong: do not run the product on it.';
  return fact('racing upserts', found, kept === RACERS * RACES, wrong);
}

/** A record of the journal takes its number by an insert: of several that race one wins. @param {import('mongodb').Db} db */
async function racingInserts(db) {
  /** @type {import('mongodb').Collection<{ _id: number, racer: number }>} */
  const numbers = db.collection('check_numbers');
  let won = 0;
  const win = () => {
    won += 1;
  };
  await race((_id, racer) => numbers.insertOne({ _id, racer }).then(win, throwUnlessDuplicate));
  const wrong = 'A number must be taken once: do not run the product on it.';
  return fact('racing inserts', `${won} winners of ${RACES} numbers`, won === RACES, wrong);
}

/** @param {(race: number, racer: number) => Promise<unknown>} act */
async function race(act) {
  for (let number = 0; number < RACES; number += 1)
    await Promise.all(Array.from({ length: RACERS }, (_, racer) => act(number, racer)));
}

/** @param {{ code?: number }} error */
function throwUnlessDuplicate(error) {
  if (error.code !== DUPLICATE_KEY) throw error;
}

/** Again if it meets the document that another has just made, as the product does. @param {() => Promise<unknown>} write */
const retried = (write) =>
  write().catch((error) => {
    throwUnlessDuplicate(error);
    return write();
  });

/** @param {import('mongodb').Db} db @returns {Promise<Fact>} */
async function writeConcern(db) {
  const name = 'write concern';
  try {
    const writeConcern = /** @type {const} */ ({ w: 'majority', journal: true, wtimeoutMS: ANSWER_MS });
    await db.collection('check').insertOne({}, { writeConcern });
    return { name, found: 'majority and journal, acknowledged' };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { name, found, wrong: 'A majority of the members must be there to acknowledge writes.' };
  }
}
