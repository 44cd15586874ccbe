/**
 * What was earned: events become entries and sums, by one journal that nobody changes and everybody can check. Payroll
 * is not known here.
 */

export { addSums } from './add-sums';
export * from './anchors';
export { askInBatches } from './ask-among';
export * from './commission/change-account-terms';
export * from './commission/groups';
export * from './commission/read-terms';
export * from './commission/refresh-commissions';
export * from './commission/terms-change';
export { saleFiguresOf } from './count-event';
export type { Effects } from './effects';
export { EffectsBuilder } from './effects-builder';
export { entryIDOf, postedDayOf } from './entry';
export { eventOf } from './event-keys';
export * from './figures';
export * from './import-people';
export * from './ingest-events';
export * from './installation';
export * from './journal';
export * from './journal.model';
export { databaseNow, forgetDatabaseClock, readDatabaseClock, setJournalClock } from './journal-clock';
export { forgetJournal } from './journal-memory';
export * from './journal-state';
export * from './ledger.models';
export * from './ledger-changes';
export * from './payee';
export * from './read-event-line';
export { RefusedEventModel, type StoredRefusal } from './refused-events';
export * from './release-waiting';
export * from './statistics/affiliate-figures';
export * from './statistics/changed-people';
export * from './statistics/read-hours';
export * from './statistics/read-statistics';
export type { FigureDifference } from './statistics/rebuild-day';
export * from './statistics/rebuild-sources';
export * from './statistics/rebuild-statistics';
export * from './statistics/sales-page';
export * from './statistics/wrong-figures';
export * from './waiting-events';
export { wholeRecords } from './whole-records';
export { withAttributions } from './with-attributions';
