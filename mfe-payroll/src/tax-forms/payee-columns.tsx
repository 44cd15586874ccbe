import {
  accountPath,
  addressOf,
  isAskedProblem,
  PAID_KINDS,
  PAYROLLS,
  payrollTypeOf,
  TAX_FORM_PROBLEMS,
  type TaxFormProblem,
  type TaxFormRow,
  type TaxFormState,
  taxCopyCall,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  daysAgo,
  formatUsd,
  Link,
  useConfiguration,
} from '@partnerdesk/web';

interface ColumnOptions {
  year: number;
  hasPayer: boolean;
  /** Names lead to the account. */
  linksAccounts: boolean;
  busy: boolean;
  onAsk: (row: TaxFormRow) => void;
}

const STATES: Record<TaxFormState, { text: string; tone: BadgeTone }> = {
  missing: { text: 'Missing', tone: 'caution' },
  ready: { text: 'Form', tone: 'good' },
  below: { text: 'No form', tone: 'neutral' },
};

/** A server of a newer release may name a kind of payee that this page does not know. */
const isKnown = (kind: TaxFormRow['kind']) => PAID_KINDS.includes(kind);

const askingOf = ({ askedAt }: TaxFormRow) => (askedAt ? 'Ask again' : 'Ask by email');

/** The columns of the list of payees. */
export function payeeColumns({
  year,
  hasPayer,
  linksAccounts,
  busy,
  onAsk,
}: ColumnOptions): Column<TaxFormRow>[] {
  const nameOf = ({ kind, personID, name }: TaxFormRow) =>
    `${isKnown(kind) ? PAYROLLS[payrollTypeOf(kind)].person : kind} ${personID} ${name}`;
  return [
    {
      header: 'Payee',
      rowHeader: true,
      cell: (row) =>
        linksAccounts && isKnown(row.kind) ? (
          <Link to={accountPath(row.kind, row.personID)}>{nameOf(row)}</Link>
        ) : (
          nameOf(row)
        ),
    },
    { header: 'Paid', numeric: true, cell: ({ amount }) => formatUsd(amount) },
    {
      header: 'State',
      cell: (row) => (
        <span className="pay-actions">
          <State row={row} />
          {row.state === 'ready' && hasPayer && (
            <a
              href={addressOf(taxCopyCall, {
                query: { year, kind: row.kind, personID: row.personID },
              })}
              target="_blank"
              rel="noreferrer"
              aria-label={`Copy B of ${nameOf(row)}`}
            >
              Copy B
            </a>
          )}
          {row.problem && isAskedProblem(row.problem) && (
            <Button
              variant="outline-primary"
              size="sm"
              aria-disabled={busy}
              aria-label={`${askingOf(row)}: ${nameOf(row)}`}
              onClick={() => onAsk(row)}
            >
              {askingOf(row)}
            </Button>
          )}
        </span>
      ),
    },
  ];
}

function State({ row: { state, problem, askedAt } }: { row: TaxFormRow }) {
  const { businessTimezone } = useConfiguration();
  const { text, tone } = STATES[state] ?? { text: state, tone: 'neutral' };
  const missing = problem && (TAX_FORM_PROBLEMS[problem as TaxFormProblem] ?? problem);
  return (
    <>
      <Badge tone={tone}>{missing ?? text}</Badge>
      {askedAt && state === 'missing' && (
        <span className="pd-panel-muted"> asked {daysAgo(askedAt, businessTimezone)}</span>
      )}
    </>
  );
}
