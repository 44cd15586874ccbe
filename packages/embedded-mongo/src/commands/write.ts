import { entriesOf, isTruthy, numberOf, T, type Val } from '../bson/raw';
import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { compileProjection, type Projection } from '../query/projection';
import { MORE } from '../store/store';
import { storable } from '../update/upsert';
import type { Command, Handler } from './command';
import { type Changes, Mutation } from './mutation';
import { retryable, retryId, Statements } from './statements';

export const insert: Handler = (command) => {
  const { engine, ns } = command;
  const docs = command.list('documents');
  return Statements.run(command, docs.length, (i) => (outcome) => {
    const doc = storable(docs[i]!.bytes());
    engine.records.insert(engine.catalog.current(ns) ?? engine.catalog.create(ns), doc);
    outcome.n++;
    return undefined;
  });
};

const UPDATE_FIELDS = new Set(['q', 'u', 'multi', 'upsert']);
const DELETE_FIELDS = new Set(['q', 'limit']);

function statementOf(command: Command, list: string, item: Val, known: Set<string>): Map<string, Val> {
  const fields = new Map(entriesOf(item));
  for (const name of fields.keys())
    if (!known.has(name)) fail(40415, `BSON field '${command.name}.${list}.${name}' is an unknown field.`);
  if (fields.get('q')?.type !== T.object)
    fail(40414, `BSON field '${command.name}.${list}.q' is missing but a required field`);
  return fields;
}

export const update: Handler = (command) => {
  const items = command.list('updates').map((item) => statementOf(command, 'updates', item, UPDATE_FIELDS));
  const retryable = command.args.has('txnNumber');
  return Statements.run(command, items.length, (i) => {
    const fields = items[i]!;
    const multi = isTruthy(fields.get('multi'));
    if (multi && retryable) fail('InvalidOptions', 'Cannot use retryable writes with multi=true');
    const u = fields.get('u');
    if (!u) fail(40414, "BSON field 'update.updates.u' is missing but a required field");
    const mutation = new Mutation(command, {
      filter: fields.get('q')!,
      update: u,
      multi,
      upsert: isTruthy(fields.get('upsert')),
    });
    return (outcome) => {
      const changes = mutation.part();
      if (changes === MORE) return MORE;
      const { matched, modified, upserted } = changes;
      outcome.n += matched + (upserted ? 1 : 0);
      outcome.nModified += modified;
      if (upserted) outcome.upserted.push(encodeDoc({ index: i, _id: upserted }));
      return undefined;
    };
  });
};

export const remove: Handler = (command) => {
  const items = command.list('deletes').map((item) => statementOf(command, 'deletes', item, DELETE_FIELDS));
  const retryable = command.args.has('txnNumber');
  return Statements.run(command, items.length, (i) => {
    const fields = items[i]!;
    const limit = fields.get('limit');
    if (!limit || (numberOf(limit) !== 0 && numberOf(limit) !== 1))
      fail(
        'FailedToParse',
        `The limit field in delete objects must be 0 or 1. Got ${limit ? numberOf(limit) : 'nothing'}`,
      );
    const multi = numberOf(limit) === 0;
    if (multi && retryable) fail('InvalidOptions', 'Cannot use retryable writes with limit=0');
    const mutation = new Mutation(command, { filter: fields.get('q')!, multi });
    return (outcome) => {
      const changes = mutation.part();
      if (changes === MORE) return MORE;
      outcome.n += changes.matched;
      return undefined;
    };
  });
};

function mutationOf(command: Command): Mutation {
  const removing = command.flag('remove');
  const update = command.args.get('update');
  const upsert = command.flag('upsert');
  if (removing && (update || upsert || command.flag('new')))
    fail('FailedToParse', 'Cannot specify an update, upsert=true or new=true together with remove=true');
  if (!removing && !update) fail('FailedToParse', 'Either an update or remove=true must be specified');
  const [filter, sort] = [command.doc('query'), command.doc('sort')];
  return new Mutation(command, { filter, sort, multi: false, update, upsert });
}

function replyTo(
  command: Command,
  { matched, upserted, before, after }: Changes,
  projection: Projection | undefined,
): object {
  const updating = !command.flag('remove');
  const doc = updating && command.flag('new') ? after : before;
  return {
    lastErrorObject: {
      n: matched + (upserted ? 1 : 0),
      ...(updating && { updatedExisting: matched > 0 }),
      ...(upserted && { upserted }),
    },
    value: doc ? (projection ? projection(doc) : doc) : null,
    ok: 1,
  };
}

export const findAndModify: Handler = (command) => {
  const { engine } = command;
  const projection = compileProjection(command.doc('fields'));
  return retryable(command, async () => {
    const write = retryId(command);
    const before = write && engine.sessions.find(write.lsid, write.txnNumber);
    if (before) return before.state;
    const mutation = mutationOf(command);
    return engine.store.write(() => {
      const changes = mutation.part();
      if (changes === MORE) return MORE;
      const state = encodeDoc(replyTo(command, changes, projection));
      if (write) engine.sessions.save(write.lsid, write.txnNumber, () => ({ next: 1, state }));
      return state;
    });
  });
};
