const { once } = require('node:events');
const { PREFIX } = require('./services.cjs');

/** Jest's globalTeardown: ends the run's services; on a database server that stays, drops the run's databases. */
module.exports = async function tearDown() {
  const { services, external } = globalThis.__partnerdeskTests__;
  if (external) await dropDatabases(external, `${PREFIX}_${process.env.TEST_RUN_ID}_`);
  const gone = once(services, 'exit');
  services.stdin.end();
  await gone;
};

async function dropDatabases(address, prefix) {
  const { mongo } = require('mongoose');
  const client = await mongo.MongoClient.connect(address);
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    for (const { name } of databases) if (name.startsWith(prefix)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
