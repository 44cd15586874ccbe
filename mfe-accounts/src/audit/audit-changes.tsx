import { AUDIT_ERASED_TEXT, type AuditChange, type AuditRow, auditChanges } from '@partnerdesk/contracts';
import { ShortIds } from './machine-ids';

/** Further changes are shown on request. */
const SHOWN = 6;

/** What a line of the log has changed, field by field: `Status: Open → Closed`. */
export function AuditChanges({ line }: { line: AuditRow }) {
  if (line.erased) return <div className="acc-change pd-panel-muted">{AUDIT_ERASED_TEXT}</div>;
  const changes = auditChanges(line);
  if (changes.length <= SHOWN) return <Changes changes={changes} />;
  return (
    <details>
      <summary>{changes.length} values</summary>
      <Changes changes={changes} />
    </details>
  );
}

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  return changes.map(({ label, before, after }) => (
    <div key={label} className="acc-change">
      {label}:{' '}
      {before !== undefined && (
        <>
          <del>
            <ShortIds text={before} />
          </del>{' '}
          →{' '}
        </>
      )}
      <ShortIds text={after} />
    </div>
  ));
}
