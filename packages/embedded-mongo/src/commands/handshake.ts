import type { Handler } from './command';

/** The name under which the server is a replica set of one: drivers retry writes on replica sets only. */
const SET_NAME = 'embedded';

/** hello, and isMaster under its older name. */
export const hello: Handler = ({ engine, name }) => {
  const me = `127.0.0.1:${engine.port}`;
  return {
    ...(name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    setName: SET_NAME,
    setVersion: 1,
    secondary: false,
    hosts: [me],
    primary: me,
    me,
    maxBsonObjectSize: 16 * 1024 * 1024,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(engine.now()),
    logicalSessionTimeoutMinutes: 30,
    connectionId: 1,
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  };
};

export const ping: Handler = () => ({ ok: 1 });

/** Forgets what retryable writes of these sessions would have answered. */
export const endSessions: Handler = async (command) => {
  await command.engine.sessions.end(command.list('endSessions'));
  return { ok: 1 };
};
