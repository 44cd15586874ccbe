export * from './audit.model';
export { type AuditDigest, auditDigest, writeAudit } from './audit-chain';
