/** What was earned: events become entries and sums, by one journal. Payroll is not known here. */

export { addSums } from './apply-effects';
export * from './batched-reads';
export * from './commission/change-terms';
export * from './commission/read-terms';
export { type Effects, EffectsBuilder } from './effects';
export { type IngestLine, parseEventLine, readEventLine } from './event-schema';
export * from './figures';
export * from './import-people';
export * from './ingest-events';
export * from './installation';
export * from './journal';
export { forgetJournal } from './journal-chain';
export { databaseNow, forgetDatabaseClock, readDatabaseClock, setJournalClock } from './journal-clock';
export { onLedgerChange } from './journal-record';
export * from './keys';
export * from './ledger.models';
export { RefusedEventModel, type StoredRefusal } from './refused-events';
export * from './release-waiting';
export * from './statistics/affiliate-figures';
export * from './statistics/read-statistics';
export * from './statistics/rebuild-statistics';
