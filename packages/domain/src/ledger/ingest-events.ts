import type { IngestResult, RefusedEvent, ServiceEvent } from '@partnerdesk/contracts';
import { metrics } from '@partnerdesk/node';
import { type IngestLine, validateEvent } from './event-schema';
import { IngestBatch } from './ingest-batch';
import { loadIngestState, RELEASE_SLICE } from './ingest-state';
import { fixTimeZoneOrThrow } from './installation';
import { journalWriter, type Plan, type PlanContext, type Task } from './journal-writer';
import type { StoredEvent } from './ledger.models';
import { keepRefused } from './refused-events';
import { requestReleases } from './release-waiting';

/**
 * Takes events in (docs/RULES.md, Events); when this returns, all that is accepted is durable and in the figures. Calls that
 * wait at the same time share a record; a call of any size is spread over as many as it needs.
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
    if ('event' in checked) events.push({ line: each.line, ...checked });
    else malformed.push({ line: each.line, ...checked });
  }
  const result = events.length > 0 ? await takeIn(events) : emptyResult();
  const refused = [...malformed, ...result.refused].sort((a, b) => a.line - b.line);
  await keepRefused(lines, refused);
  const { accepted, waiting, duplicates } = result;
  const outcomes = { accepted, waiting, duplicate: duplicates, refused: refused.length };
  for (const [outcome, count] of Object.entries(outcomes)) metrics.eventsReceived.inc({ outcome }, count);
  return { ...result, refused };
}

async function takeIn(events: readonly LineOfEvent[]): Promise<IngestResult> {
  await fixTimeZoneOrThrow();
  const result = await new Promise<IngestResult>((resolve, reject) => {
    calls.push({ events, planned: 0, settled: 0, result: emptyResult(), resolve, reject });
    requestIntake();
  });
  const now = Date.now();
  for (const { event } of events) metrics.eventLag.observe(Math.max(0, now - Date.parse(event.at)) / 1000);
  return result;
}

/** Events of one record at most, however many calls brought them. */
export const MAX_RECORD_EVENTS = 4000;
/** Joins, sales and refunds that one record brings at most: of its own events, and of those that they release. */
export const MAX_RECORD_ROWS = MAX_RECORD_EVENTS + RELEASE_SLICE;

type LineOfEvent = { line: number; event: ServiceEvent };

interface Call {
  events: readonly LineOfEvent[];
  /** How many are part of a record that is planned, and how many of one that is applied. */
  planned: number;
  settled: number;
  result: IngestResult;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

/** The part of a call that one record takes in. */
type CallPart = Pick<Call, 'events' | 'result'> & { call: Call };

const emptyResult = (): IngestResult => ({ accepted: 0, waiting: 0, duplicates: 0, refused: [] });

/** Calls of which something is to be planned. */
const calls: Call[] = [];
/** A task that will plan it waits already. */
let requested = false;

function requestIntake(): void {
  if (requested || calls.length === 0) return;
  requested = true;
  journalWriter.add(new IntakeTask());
}

class IntakeTask implements Task {
  readonly overlaps = true;
  private touchesWaiting = false;
  private limit = MAX_RECORD_EVENTS;
  private parts: CallPart[] = [];

  async plan({ at, before }: PlanContext): Promise<Plan> {
    if (this.parts.length === 0) this.takeParts();
    const events = this.parts.flatMap((part) => part.events.map(({ event }) => event));
    const state = await loadIngestState(events, [], before);
    const batch = new IngestBatch(state, at);
    for (const part of this.parts) part.result = takePart(batch, part.events);
    this.touchesWaiting = batch.touchesWaiting;
    const { effects, changes } = batch;
    return { effects: effects.build(), note: `events: ${effects.events.length}`, changes };
  }

  private takeParts(): void {
    requested = false;
    let room = this.limit;
    while (room > 0 && calls[0]) {
      const call = calls[0];
      const events = call.events.slice(call.planned, call.planned + room);
      this.parts.push({ call, events, result: emptyResult() });
      room -= events.length;
      call.planned += events.length;
      if (call.planned === call.events.length) calls.shift();
    }
    requestIntake();
  }

  planLess(): boolean {
    const count = this.parts.reduce((sum, { events }) => sum + events.length, 0);
    if (count <= 1) return false;
    this.limit = Math.ceil(count / 2);
    for (const { call, events } of this.parts.reverse()) {
      if (call.planned === call.events.length) calls.unshift(call);
      call.planned -= events.length;
    }
    this.parts = [];
    return true;
  }

  settle(): void {
    for (const { call, events, result } of this.parts) {
      call.settled += events.length;
      call.result.accepted += result.accepted;
      call.result.waiting += result.waiting;
      call.result.duplicates += result.duplicates;
      call.result.refused.push(...result.refused);
      if (call.settled === call.events.length) call.resolve(call.result);
    }
    if (this.touchesWaiting) void requestReleases();
  }

  fail(error: unknown): void {
    for (const { call } of this.parts) {
      const index = calls.indexOf(call);
      if (index >= 0) calls.splice(index, 1);
      call.reject(error);
    }
    // Failed before it was planned: the calls fail with it.
    if (this.parts.length > 0) return;
    requested = false;
    for (const call of calls.splice(0)) call.reject(error);
  }
}

function takePart(batch: IngestBatch, events: readonly LineOfEvent[]): IngestResult {
  const result = emptyResult();
  const taken: StoredEvent[] = [];
  for (const { line, event } of events) {
    const verdict = batch.take(event);
    if (verdict === 'duplicate') result.duplicates += 1;
    else if ('refused' in verdict)
      result.refused.push({ line, eventID: event.eventID, reason: verdict.refused });
    else taken.push(verdict);
  }
  result.accepted = taken.length;
  result.waiting = taken.filter(({ waitsFor }) => waitsFor !== undefined).length;
  return result;
}
