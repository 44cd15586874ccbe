import {
  AUDIT_ERASED_TEXT,
  AUDIT_SUBJECTS,
  type AuditChange,
  type AuditRow,
  auditChanges,
  formatDay,
  PAYROLLS,
  type PayrollType,
} from '@partnerdesk/contracts';

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

/** What only machines distinguish: a UUID, many hexadecimal digits, a whole text that is a SHA-256 in base64url. */
const MACHINE_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b(?=\d*[a-f])[\da-f]{16,}\b|^[\w-]{43}$)/;
const ID_DIGITS = 8;

/** A text whose ids of machines are short, each whole on hover. */
export function ShortIds({ text }: { text: string }) {
  // Every second part is what the pattern has found.
  return text.split(MACHINE_ID).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={`${index} ${part}`} title={part}>
        {part.slice(0, ID_DIGITS)}…
      </span>
    ),
  );
}

/** The id of a payroll's run begins with what it does: the payroll, its first day if it has one, and its last. */
const RUN_ID = /^(?:payroll-run\.\w+\.)?([12])[.:](?:\d{4}-\d\d-\d\d\.)?(\d{4}-\d\d-\d\d)/;

/** `Payroll run, Operators, Nov 20, 2026`; undefined where the id says nothing of it. */
export function runText(id: string): string | undefined {
  const [, payrollType, endDate] = RUN_ID.exec(id) ?? [];
  if (!payrollType || !endDate) return undefined;
  const { people } = PAYROLLS[Number(payrollType) as PayrollType];
  return `${AUDIT_SUBJECTS.payrollRun}, ${people}, ${formatDay(endDate)}`;
}
