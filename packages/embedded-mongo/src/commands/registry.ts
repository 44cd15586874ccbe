import { entriesOf, numberOf, T, textOf } from '../bson/raw';
import type { Engine } from '../engine/engine';
import { fail } from '../errors';
import * as admin from './admin';
import { backup } from './backup';
import { Command, type Handler, type Request } from './command';
import * as read from './read';
import * as write from './write';

/** The name under which the server is a replica set of one: drivers retry writes on replica sets only. */
const SET_NAME = 'embedded';

/** hello, and isMaster under its older name. */
const hello: Handler = ({ engine, name }) => {
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

const ping: Handler = () => ({ ok: 1 });

/** Forgets what retryable writes of these sessions would have answered. */
const endSessions: Handler = async (command) => {
  await command.engine.sessions.end(command.list('endSessions'));
  return { ok: 1 };
};

interface Entry {
  run: Handler;
  /** Undefined: whatever newer drivers have to say of themselves. */
  args: ReadonlySet<string> | undefined;
}

/** Arguments that any command may carry; what they mean is in `checkGeneric`. */
const GENERIC = [
  '$db',
  'lsid',
  '$clusterTime',
  '$readPreference',
  'writeConcern',
  'readConcern',
  'txnNumber',
  'startTransaction',
  'autocommit',
];

const command = (run: Handler, args = ''): Entry => ({
  run,
  args: new Set([...GENERIC, ...args.split(' ').filter(Boolean)]),
});

const HELLO: Entry = { run: hello, args: undefined };

/** All the commands there are, with all their arguments. */
const COMMANDS: Record<string, Entry> = {
  hello: HELLO,
  isMaster: HELLO,
  ismaster: HELLO,
  ping: command(ping),
  endSessions: command(endSessions),
  find: command(read.find, 'filter sort projection skip limit batchSize singleBatch hint'),
  getMore: command(read.getMore, 'collection batchSize'),
  killCursors: command(read.killCursors, 'cursors'),
  count: command(read.count, 'query limit skip hint'),
  explain: command(read.explain, 'verbosity'),
  distinct: command(read.distinct, 'key query'),
  aggregate: command(read.aggregate, 'pipeline cursor'),
  insert: command(write.insert, 'documents ordered'),
  update: command(write.update, 'updates ordered'),
  delete: command(write.remove, 'deletes ordered'),
  findAndModify: command(write.findAndModify, 'query update remove new upsert sort fields'),
  dropDatabase: command(admin.dropDatabase),
  emptyDatabase: command(admin.emptyDatabase),
  // One member is any quorum.
  createIndexes: command(admin.createIndexes, 'indexes commitQuorum'),
  listIndexes: command(admin.listIndexes, 'cursor'),
  collMod: command(admin.collMod, 'index'),
  dropIndexes: command(admin.dropIndexes, 'index'),
  backup: command(backup),
};

/** The names of all commands. */
export const commandNames = Object.keys(COMMANDS);

/** Runs the command of a request and answers its reply. Throws MongoError. */
export async function runCommand(engine: Engine, request: Request): Promise<object> {
  const parsed = new Command(engine, request.db, request.body, request.sequences);
  const entry = Object.hasOwn(COMMANDS, parsed.name) ? COMMANDS[parsed.name] : undefined;
  if (!entry) return fail('CommandNotFound', `no such command: '${parsed.name}'`);
  if (request.legacy && entry.run !== hello) fail(352, `Unsupported OP_QUERY command: ${parsed.name}`);
  if (entry.args) parsed.allow(entry.args);
  checkGeneric(parsed);
  return entry.run(parsed);
}

/** All of them are what one member that reads only what is on disk does anyway. */
const READ_CONCERNS = ['local', 'available', 'majority'];

/** Every write is on disk before it is acknowledged and there is one member: only more members than that can't be promised. */
function checkGeneric(parsed: Command): void {
  if (parsed.args.has('startTransaction') || parsed.args.has('autocommit'))
    fail(
      'OperationNotSupportedInTransaction',
      'Multi-document transactions are not supported by the embedded server',
    );
  const lsid = parsed.doc('lsid');
  if (parsed.long('txnNumber') !== undefined && !lsid)
    fail('InvalidOptions', 'Transaction number requires a session ID to also be specified');
  const reads = parsed.doc('readConcern');
  for (const [name, val] of reads ? entriesOf(reads) : []) {
    if (name !== 'level') fail(40415, `BSON field 'readConcern.${name}' is an unknown field.`);
    if (val.type !== T.string || !READ_CONCERNS.includes(textOf(val)))
      fail('InvalidOptions', 'This readConcern level is not supported by the embedded server');
  }
  const concern = parsed.doc('writeConcern');
  for (const [name, val] of concern ? entriesOf(concern) : []) {
    if (!['w', 'j', 'wtimeout'].includes(name))
      fail(40415, `BSON field 'writeConcern.${name}' is an unknown field.`);
    if (name === 'w' && !(val.type === T.string ? textOf(val) === 'majority' : numberOf(val) <= 1))
      fail('UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
  }
}
