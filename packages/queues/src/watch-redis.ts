import { metrics } from '@partnerdesk/node';
import type { Redis } from 'ioredis';

/** Has every command of a connection timed for the metrics. Not for blocking or subscribed connections: they wait. */
export function watchRedis(redis: Redis): Redis {
  const send = redis.sendCommand.bind(redis);
  redis.sendCommand = (command, stream) => {
    const end = metrics.dependencyCalls.startTimer({ dependency: 'redis', operation: command.name });
    command.promise.then(
      () => end({ outcome: 'ok' }),
      () => end({ outcome: 'failed' }),
    );
    return send(command, stream);
  };
  return redis;
}
