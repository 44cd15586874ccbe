/**
 * What every module stands on: the database and its format, ids, encryption, files, backups, the audit log
 * and the outbox of mails, with the texts of each. It knows nobody of the business.
 */
import './closed-connections';

export * from './audit/audit';
export * from './audit/audit-outbox';
export * from './audit/read-audit';
export * from './audit/record-settings';
export * from './backup/backup';
export * from './backup/nightly-backup';
export { canonicalJson, GENESIS, sha256 } from './canonical-json';
export * from './collections';
export * from './config';
export * from './crypto/field-encryption';
export * from './crypto/seals';
export * from './end-of-prefix';
export * from './listeners';
export * from './lists';
export { migrate } from './migrations/migrate';
export { MAILS, NOTICED_CHANGES, type NoticedChange } from './outbox/mail-table';
export * from './outbox/mails';
export { isOutOfDiskSpace, isPassingOutage } from './passing-outage';
export { configurePatientClients } from './patient-client';
export * from './storage/storage';
