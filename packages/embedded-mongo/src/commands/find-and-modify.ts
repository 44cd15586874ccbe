import { encodeDoc } from '../bson/write';
import { fail } from '../errors';
import { compileProjection, type Projection } from '../query/projection';
import { MORE } from '../store/store';
import type { Command, Handler } from './command';
import { type Changes, Mutation } from './mutation';
import { retryable, retryId } from './statements';

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
