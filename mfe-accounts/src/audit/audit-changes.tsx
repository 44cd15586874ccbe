import { AUDIT_ERASED_TEXT, type AuditRow, auditChanges } from '@partnerdesk/contracts';

/** What a line of the log has changed, field by field: `Status: Open → Closed`. */
export function AuditChanges({ line }: { line: AuditRow }) {
  if (line.erased) return <div className="acc-change pd-panel-muted">{AUDIT_ERASED_TEXT}</div>;
  return auditChanges(line).map(({ label, before, after }) => (
    <div key={label} className="acc-change">
      {label}: {before !== undefined && <del>{before}</del>}
      {before !== undefined && ' → '}
      {after}
    </div>
  ));
}
