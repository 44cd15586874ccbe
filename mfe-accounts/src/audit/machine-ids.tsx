import { AUDIT_SUBJECTS, formatDay, PAYROLLS, type PayrollType } from '@partnerdesk/contracts';

/** What only machines distinguish: a UUID, many hexadecimal digits, a whole text that is a SHA-256 in base64url. */
const MACHINE_ID = /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b(?=\d*[a-f])[\da-f]{16,}\b|^[\w-]{43}$)/;
const SHOWN = 8;

/** A text whose ids of machines are short, each whole on hover. */
export function ShortIds({ text }: { text: string }) {
  // Every second part is what the pattern has found.
  return text.split(MACHINE_ID).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <span key={`${index} ${part}`} title={part}>
        {part.slice(0, SHOWN)}…
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
