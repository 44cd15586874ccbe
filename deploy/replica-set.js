// For mongosh: makes mongo1 to mongo3 the replica set rs0, unless they are one, and waits for its primary.
const members = ['mongo1', 'mongo2', 'mongo3'].map((name, _id) => ({ _id, host: `${name}:27017` }));
try {
  rs.status();
} catch (error) {
  if (error.codeName !== 'NotYetInitialized') throw error;
  rs.initiate({ _id: 'rs0', members });
}
while (!rs.status().members.some(({ stateStr }) => stateStr === 'PRIMARY')) sleep(500);
