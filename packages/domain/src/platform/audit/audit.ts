export * from './audit.model';
export { auditDigest, type ChainDigest, writeAudit } from './audit-chain';
export { carriesAudit, deliverAudit, deliverForgotten, recorded, withAudit } from './audit-outbox';
export { RecordedSettingsModel, recordSettings } from './record-settings';
export { eraseTexts } from './sealed-texts';
