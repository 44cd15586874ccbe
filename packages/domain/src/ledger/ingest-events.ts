import type { IngestResult, RefusedEvent } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import { type LineOfEvent, takeInEvents } from './event-intake';
import { validateEvent } from './event-schema';
import { fixTimeZoneOrThrow } from './installation';
import type { IngestLine } from './read-event-line';
import { keepRefused } from './refused-events';

/**
 * Takes events in (docs/RULES.md, Events): the good ones go into the ledger, each bad one is refused by itself with
 * its line and reason, the same one again changes nothing, and one that names somebody or something not yet
 * known waits. When this returns, all that is accepted is durable and in the figures. Calls that wait at the same time
 * share a record; a call of any size is spread over as many as it needs.
 */
export async function ingestEvents(lines: readonly IngestLine[]): Promise<IngestResult> {
  const events: LineOfEvent[] = [];
  const malformed: RefusedEvent[] = [];
  for (const each of lines) {
    if ('parseError' in each) {
      malformed.push({ line: each.line, reason: each.parseError });
      continue;
    }
    const checked = validateEvent(each.value);
    if ('event' in checked) events.push({ line: each.line, event: checked.event });
    else malformed.push({ line: each.line, eventID: checked.eventID, reason: checked.reason });
  }
  const result =
    events.length > 0 ? await takeIn(events) : { accepted: 0, waiting: 0, duplicates: 0, refused: [] };
  const refused = [...malformed, ...result.refused].sort((a, b) => a.line - b.line);
  await keepRefused(lines, refused);
  const { accepted, waiting, duplicates } = result;
  const outcomes = { accepted, waiting, duplicate: duplicates, refused: refused.length };
  for (const [outcome, count] of Object.entries(outcomes)) metrics.eventsReceived.inc({ outcome }, count);
  return { ...result, refused };
}

async function takeIn(events: readonly LineOfEvent[]): Promise<IngestResult> {
  await fixTimeZoneOrThrow();
  const result = await takeInEvents(events);
  const now = Date.now();
  for (const { event } of events) metrics.eventLag.observe(Math.max(0, now - Date.parse(event.at)) / 1000);
  return result;
}
