import type { IngestResult, RefusedEvent } from '@partnerdesk/contracts';
import { validateEvent } from './event-schema';
import { IngestBatch, type LineOfEvent } from './ingest-batch';
import { loadIngestState } from './ingest-state';
import { appendToJournal } from './journal';

/** A line of a body or file: its value, or why it could not be read. */
export type IngestLine = { line: number; value: unknown } | { line: number; parseError: string };

/**
 * Takes events in (rules: Events): the good ones go into the ledger, each bad one is refused by itself with
 * its line and reason, the same one again changes nothing, and one that names somebody or something not yet
 * known waits. When this returns, all that is accepted is durable and in the figures. Up to some thousands
 * of lines a call.
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
  if (events.length === 0) return { accepted: 0, waiting: 0, duplicates: 0, refused: malformed };
  const result = await appendToJournal(async () => {
    const batch = new IngestBatch(
      await loadIngestState(
        events.map(({ event }) => event),
        [],
      ),
    );
    for (const each of events) batch.take(each);
    const { accepted, waiting, duplicates, refused } = batch;
    return {
      effects: batch.effects.build(),
      note: `events: ${accepted}`,
      result: { accepted, waiting, duplicates, refused },
    };
  });
  return { ...result, refused: [...malformed, ...result.refused].sort((a, b) => a.line - b.line) };
}

/** Applies the events that waited for these keys (ingest-state.ts), e.g. after staff were added. */
export async function releaseWaiting(keys: readonly string[]): Promise<void> {
  await appendToJournal(async () => {
    const batch = new IngestBatch(await loadIngestState([], keys));
    for (const key of keys) batch.release(key);
    return { effects: batch.effects.build(), note: `released: ${keys.length} keys`, result: undefined };
  });
}
