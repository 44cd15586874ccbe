/** The oldest wire version that is taken: MongoDB 7.0. Older versions get no more corrections. */
const OLDEST_WIRE = 21;
/** Days and deadlines are reckoned by the database's time. */
const CLOCK_MS = 1000;
const ANSWER_MS = 5000;

/** @typedef {{ name: string, found: string, wrong?: string }} Fact */

/**
 * What the product needs of a server, as found: version, replica set, writes acknowledged by the majority, clock.
 * @param {import('mongodb').Db} db of its own: it is written to
 * @returns {Promise<Fact[]>} `wrong`: why the product must not run on it, and the remedy
 */
export async function serverFacts(db) {
  const askedAt = Date.now();
  const hello = await db.command({ hello: 1 });
  const clockMs = Math.round(hello.localTime.getTime() - (askedAt + Date.now()) / 2);
  return [
    {
      name: 'version',
      found: `${await versionOf(db)}, wire version ${hello.maxWireVersion}`,
      ...(hello.maxWireVersion < OLDEST_WIRE && { wrong: 'Upgrade to MongoDB 7.0 or later.' }),
    },
    {
      name: 'replica set',
      found: hello.setName ? `${hello.setName}, ${hello.hosts?.length ?? 0} members with data` : 'none',
      ...(!hello.setName && { wrong: 'Run it as a replica set, of three members in production.' }),
    },
    await writeConcern(db),
    {
      name: 'clock',
      found: `${clockMs} ms ahead of this machine`,
      ...(Math.abs(clockMs) > CLOCK_MS && { wrong: 'Set the clocks by NTP.' }),
    },
  ];
}

/** @param {import('mongodb').Db} db */
async function versionOf(db) {
  try {
    return (await db.command({ buildInfo: 1 })).version;
  } catch {
    return 'not shown by this server';
  }
}

/** @param {import('mongodb').Db} db @returns {Promise<Fact>} */
async function writeConcern(db) {
  const name = 'write concern';
  try {
    await db
      .collection('check')
      .insertOne({}, { writeConcern: { w: 'majority', journal: true, wtimeoutMS: ANSWER_MS } });
    return { name, found: 'majority and journal, acknowledged' };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    return { name, found, wrong: 'A majority of the members must be there to acknowledge writes.' };
  }
}
