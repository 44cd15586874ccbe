const { once } = require('node:events');
const { dropTestDatabases } = require('./services.cjs');

/** Jest's globalTeardown: ends the run's services; on a database server that stays, drops the run's databases. */
module.exports = async function tearDown() {
  const { services, external } = globalThis.__partnerdeskTests__;
  if (external) await dropTestDatabases(external, process.env.TEST_DATABASES_LIST);
  const gone = once(services, 'exit');
  services.stdin.end();
  await gone;
};
