import { metrics } from '@partnerdesk/node';
import type { mongo } from 'mongoose';

/** Has every command of a client that was made with `monitorCommands` timed for the metrics. */
export function watchDatabase(client: mongo.MongoClient): void {
  const observe = (outcome: string) => (event: { commandName: string; duration: number }) =>
    metrics.dependencyCalls.observe(
      { dependency: 'mongodb', operation: event.commandName, outcome },
      event.duration / 1000,
    );
  client.on('commandSucceeded', observe('ok'));
  client.on('commandFailed', observe('failed'));
}
