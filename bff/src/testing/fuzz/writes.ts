import { AffiliateModel } from '@partnerdesk/domain';

/** A command that has changed something. */
export interface Write {
  command: string;
  collection: string;
}

interface Reply {
  n?: number;
  nModified?: number;
  upserted?: unknown[];
  lastErrorObject?: { n?: number };
}

const WRITES = new Set(['insert', 'update', 'delete', 'findAndModify']);

/** Notes what commands change in the database of an app that was started with `watched`. */
export function watchWrites(): { take: () => Write[] } {
  let writes: Write[] = [];
  const collections = new Map<number, string>();
  const client = AffiliateModel.db.getClient();
  client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (WRITES.has(commandName)) collections.set(requestId, String(command[commandName]));
  });
  client.on('commandSucceeded', ({ requestId, commandName, reply }) => {
    const collection = collections.get(requestId);
    collections.delete(requestId);
    if (collection && hasChanged(commandName, reply as Reply))
      writes.push({ command: commandName, collection });
  });
  return {
    /** All since it was asked last. */
    take: () => {
      const taken = writes;
      writes = [];
      return taken;
    },
  };
}

function hasChanged(command: string, { n = 0, nModified = 0, upserted, lastErrorObject }: Reply): boolean {
  if (command === 'update') return nModified > 0 || Boolean(upserted?.length);
  return n > 0 || (lastErrorObject?.n ?? 0) > 0;
}
