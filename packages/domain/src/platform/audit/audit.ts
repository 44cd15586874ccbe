export * from './audit.model';
export { auditDigest, type ChainDigest, eraseTexts, writeAudit } from './audit-chain';
export { carriesAudit, deliverAudit, deliverForgotten, recorded, withAudit } from './audit-outbox';
export { RecordedSettingsModel, recordSettings } from './record-settings';
