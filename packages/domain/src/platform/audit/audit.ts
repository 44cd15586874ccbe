export * from './audit.model';
export { type AuditDigest, auditDigest, writeAudit } from './audit-chain';
export { carriesAudit, deliverAudit, deliverForgotten, recorded, withAudit } from './audit-outbox';
export { eraseTexts } from './erase-texts';
export { RecordedSettingsModel, recordSettings } from './record-settings';
