import type { IngestResult, ServiceEvent } from '@partnerdesk/contracts';
import { domainConfig } from '../platform';
import { IngestBatch } from './ingest-batch';
import { loadIngestState, type StateChanges } from './ingest-state';
import { journalWriter, type Plan, type PlanContext, type Task } from './journal-writer';
import { requestReleases } from './release-waiting';

/** Events of one record at most, however many calls brought them. */
export const MAX_RECORD_EVENTS = 4000;

/** An event and the line it came in. */
export interface LineOfEvent {
  line: number;
  event: ServiceEvent;
}

/** A call's events; they may be spread over several records. */
interface Parcel {
  events: readonly LineOfEvent[];
  /** How many are part of a record that is planned, and how many of one that is applied. */
  planned: number;
  settled: number;
  result: IngestResult;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

/** The part of a call that one record takes in. */
interface Share {
  parcel: Parcel;
  events: readonly LineOfEvent[];
  result: IngestResult;
}

const emptyResult = (): IngestResult => ({ accepted: 0, waiting: 0, duplicates: 0, refused: [] });

/** Calls of which something is to be planned. */
const parcels: Parcel[] = [];
/** A task that will plan it waits already. */
let requested = false;

/**
 * Takes events in, by one record for all calls of this process that wait at that moment.
 * @returns once all of them are durable and in the figures
 */
export function takeInEvents(events: readonly LineOfEvent[]): Promise<IngestResult> {
  return new Promise((resolve, reject) => {
    parcels.push({ events, planned: 0, settled: 0, result: emptyResult(), resolve, reject });
    requestIntake();
  });
}

function requestIntake(): void {
  if (requested || parcels.length === 0) return;
  requested = true;
  journalWriter.add(new IntakeTask());
}

class IntakeTask implements Task {
  readonly overlaps = true;
  changes?: StateChanges;
  private touchesWaiting = false;
  private limit = MAX_RECORD_EVENTS;
  private shares: Share[] = [];
  private missingAffiliates: number[] = [];

  async plan({ at, applied, applying }: PlanContext): Promise<Plan> {
    if (this.shares.length === 0) this.takeShares();
    const before = applying?.changes;
    if (!before) await applied;
    const events = this.shares.flatMap((share) => share.events.map(({ event }) => event));
    const state = await loadIngestState(events, [], before);
    const batch = new IngestBatch(state, { at });
    for (const share of this.shares) share.result = takeShare(batch, share.events);
    this.changes = batch.changes;
    this.touchesWaiting = batch.touchesWaiting;
    this.missingAffiliates = [...batch.missingAffiliates];
    return { effects: batch.effects.build(), note: `events: ${batch.effects.events.length}` };
  }

  private takeShares(): void {
    requested = false;
    let room = this.limit;
    while (room > 0 && parcels[0]) {
      const parcel = parcels[0];
      const events = parcel.events.slice(parcel.planned, parcel.planned + room);
      this.shares.push({ parcel, events, result: emptyResult() });
      room -= events.length;
      parcel.planned += events.length;
      if (parcel.planned === parcel.events.length) parcels.shift();
    }
    requestIntake();
  }

  planLess(): boolean {
    const count = this.shares.reduce((sum, { events }) => sum + events.length, 0);
    if (count <= 1) return false;
    this.limit = Math.ceil(count / 2);
    for (const { parcel, events } of this.shares.reverse()) {
      if (parcel.planned === parcel.events.length) parcels.unshift(parcel);
      parcel.planned -= events.length;
    }
    this.shares = [];
    return true;
  }

  settle(): void {
    for (const affID of this.missingAffiliates)
      domainConfig().logger?.error({ affID }, 'sales wait for an affiliate whose account is missing');
    for (const { parcel, events, result } of this.shares) {
      parcel.settled += events.length;
      parcel.result.accepted += result.accepted;
      parcel.result.waiting += result.waiting;
      parcel.result.duplicates += result.duplicates;
      parcel.result.refused.push(...result.refused);
      if (parcel.settled === parcel.events.length) parcel.resolve(parcel.result);
    }
    if (this.touchesWaiting) void requestReleases();
  }

  fail(error: unknown): void {
    for (const { parcel } of this.shares) {
      const index = parcels.indexOf(parcel);
      if (index >= 0) parcels.splice(index, 1);
      parcel.reject(error);
    }
    // Failed before it was planned: the calls fail with it.
    if (this.shares.length > 0) return;
    requested = false;
    for (const parcel of parcels.splice(0)) parcel.reject(error);
  }
}

function takeShare(batch: IngestBatch, events: readonly LineOfEvent[]): IngestResult {
  const result = emptyResult();
  const waiting: string[] = [];
  for (const { line, event } of events) {
    const verdict = batch.take(event);
    if (verdict === 'duplicate') result.duplicates += 1;
    else if (typeof verdict === 'object')
      result.refused.push({ line, eventID: event.eventID, reason: verdict.refused });
    else {
      result.accepted += 1;
      if (verdict === 'waiting') waiting.push(event.eventID);
    }
  }
  result.waiting = waiting.filter((eventID) => batch.isWaiting(eventID)).length;
  return result;
}
