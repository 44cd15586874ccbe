import type { ServiceEvent } from '@partnerdesk/contracts';
import { ingestEvents } from '@partnerdesk/domain';

/**
 * Takes one event in.
 * @throws Error when it is refused: a test that builds on it would fail further on, and say less
 */
export async function ingestOrThrow<Event extends ServiceEvent>(event: Event): Promise<Event> {
  const { refused } = await ingestEvents([{ line: 1, value: event }]);
  if (refused.length) throw new Error(`Event refused: ${refused[0]?.reason}`);
  return event;
}
