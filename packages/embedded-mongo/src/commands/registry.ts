import { entriesOf, isNumber, numberOf, T, textOf, type Val } from '../bson/raw';
import { MongoError } from '../errors';
import type { Engine } from '../server/engine';
import { isLegacy, type Request } from '../server/wire';
import * as admin from './admin';
import { Command, type Handler } from './command';
import { explain } from './explain';
import { findAndModify } from './find-and-modify';
import * as handshake from './handshake';
import * as read from './read';
import * as write from './write';

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
  'readConcern',
  'writeConcern',
  'txnNumber',
  'startTransaction',
  'autocommit',
];

const command = (run: Handler, args = ''): Entry => ({
  run,
  args: new Set([...GENERIC, ...args.split(' ').filter(Boolean)]),
});

const HELLO: Entry = { run: handshake.hello, args: undefined };

/** All the commands there are, with all their arguments. */
const COMMANDS: Record<string, Entry> = {
  hello: HELLO,
  isMaster: HELLO,
  ismaster: HELLO,
  ping: command(handshake.ping),
  buildInfo: command(handshake.buildInfo),
  endSessions: command(handshake.endSessions),
  find: command(read.find, 'filter sort projection skip limit batchSize singleBatch'),
  getMore: command(read.getMore, 'collection batchSize'),
  killCursors: command(read.killCursors, 'cursors'),
  count: command(read.count, 'query limit skip'),
  distinct: command(read.distinct, 'key query'),
  aggregate: command(read.aggregate, 'pipeline cursor'),
  explain: command(explain, 'verbosity'),
  insert: command(write.insert, 'documents ordered'),
  update: command(write.update, 'updates ordered'),
  delete: command(write.remove, 'deletes ordered'),
  findAndModify: command(findAndModify, 'query update remove new upsert sort fields'),
  create: command(admin.create),
  drop: command(admin.drop),
  dropDatabase: command(admin.dropDatabase),
  listCollections: command(admin.listCollections, 'filter nameOnly authorizedCollections cursor'),
  createIndexes: command(admin.createIndexes, 'indexes'),
  listIndexes: command(admin.listIndexes, 'cursor'),
  dropIndexes: command(admin.dropIndexesCommand, 'index'),
};

/** The names of all commands. */
export const commandNames = Object.keys(COMMANDS);

/** Runs the command of a request and answers its reply. Throws MongoError. */
export async function runCommand(engine: Engine, request: Request): Promise<object> {
  const parsed = Command.of(engine, request);
  const entry = Object.hasOwn(COMMANDS, parsed.name) ? COMMANDS[parsed.name] : undefined;
  if (!entry || (isLegacy(request) && entry.run !== handshake.hello)) {
    const shown = parsed.name;
    if (['commitTransaction', 'abortTransaction'].includes(shown)) throw noTransactions();
    throw new MongoError(
      isLegacy(request) ? 352 : 'CommandNotFound',
      isLegacy(request) ? `Unsupported OP_QUERY command: ${shown}` : `no such command: '${shown}'`,
    );
  }
  if (entry.args) parsed.allow(entry.args);
  checkGeneric(parsed);
  return entry.run(parsed);
}

const noTransactions = (): MongoError =>
  new MongoError(
    'OperationNotSupportedInTransaction',
    'Multi-document transactions are not supported by the embedded server',
  );

function checkGeneric(parsed: Command): void {
  const { args } = parsed;
  if (args.has('startTransaction') || args.has('autocommit')) throw noTransactions();
  const lsid = parsed.doc('lsid');
  if (parsed.long('txnNumber') !== undefined && !lsid)
    throw new MongoError('InvalidOptions', 'Transaction number requires a session ID to also be specified');
  const concern = parsed.doc('writeConcern');
  if (concern) checkWriteConcern(new Map(entriesOf(concern)));
  const level = parsed.doc('readConcern') && new Map(entriesOf(parsed.doc('readConcern')!)).get('level');
  if (
    level &&
    !(level.type === T.string && ['local', 'available', 'majority', 'linearizable'].includes(textOf(level)))
  )
    throw new MongoError(
      'InvalidOptions',
      `readConcern level is not supported by the embedded server: ${level.type === T.string ? textOf(level) : level.type}`,
    );
}

/** Every write is on disk before it is acknowledged and there is one member: only more members than that can't be promised. */
function checkWriteConcern(fields: Map<string, Val>): void {
  for (const name of fields.keys())
    if (!['w', 'j', 'fsync', 'wtimeout', 'wtimeoutMS', 'provenance'].includes(name))
      throw new MongoError(40415, `BSON field 'writeConcern.${name}' is an unknown field.`);
  const w = fields.get('w');
  if (!w || (w.type === T.string && textOf(w) === 'majority')) return;
  if (isNumber(w.type) && numberOf(w) <= 1) return;
  throw new MongoError('UnsatisfiableWriteConcern', 'Not enough data-bearing nodes');
}
