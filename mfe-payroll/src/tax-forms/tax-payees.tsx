import {
  accountPath,
  addressOf,
  isAskedProblem,
  PAGE_SIZE,
  PAID_KINDS,
  PAYROLLS,
  payrollTypeOf,
  TAX_FORM_PROBLEMS,
  type TaxFormProblem,
  type TaxFormRow,
  type TaxFormState,
  type TaxFormsOfYear,
  type TaxIdRequest,
  taxCopyCall,
} from '@partnerdesk/contracts';
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  ConfirmDialog,
  DataTable,
  daysAgo,
  EmptyState,
  formatCount,
  formatUsd,
  Link,
  Pager,
  Panel,
  readFailure,
  useAlerts,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { useRef, useState } from 'react';
import { counted } from '../payroll/texts';
import { useAskPayeesMutation } from './tax-forms.api';

/** Asks payees by mail for what is missing. What failed is asked again under the same id, so that nobody is mailed twice. */
function useAsking(year: number) {
  const alerts = useAlerts();
  const [send, { isLoading: busy }] = useAskPayeesMutation();
  const failed = useRef(new Map<string, string>());
  const ask = async (payee?: TaxIdRequest['payee']) => {
    if (busy) return;
    const whom = payee ? `${payee.kind}:${payee.personID}` : 'all';
    const requestID = failed.current.get(whom) ?? crypto.randomUUID();
    failed.current.set(whom, requestID);
    try {
      const { asked } = await send({ requestID, year, ...(payee && { payee }) }).unwrap();
      failed.current.delete(whom);
      alerts.success(`${counted(asked, 'mail')} on the way`);
    } catch (error) {
      const { reason, sessionEnded } = readFailure(error);
      if (reason) alerts.warning(reason);
      else if (!sessionEnded) alerts.failure(error);
    }
  };
  return { ask, busy };
}

interface TaxPayeesProps {
  taxYear: TaxFormsOfYear;
  state: TaxFormState | undefined;
  page: number;
  onState: (state: TaxFormState | undefined) => void;
  onPage: (page: number) => void;
}

const TABS = [
  [undefined, 'All'],
  ['missing', 'Missing'],
  ['ready', 'With a form'],
  ['below', 'Below the threshold'],
] as const;

const EMPTY = {
  all: (year: number) => `Nobody was paid by direct deposit in ${year}.`,
  missing: () => 'Nothing is missing.',
  ready: (year: number) => `Nobody has a form in ${year}.`,
  below: () => 'Nobody was paid less than the threshold.',
};

export function TaxPayees({ taxYear, state, page, onState, onPage }: TaxPayeesProps) {
  const { year, sums, askable, rows, total } = taxYear;
  const person = useSession();
  const [asksAll, setAsksAll] = useState(false);
  const { ask, busy } = useAsking(year);
  const all = sums.missing.count + sums.ready.count + sums.below.count;
  const columns = payeeColumns({
    year,
    hasPayer: taxYear.hasPayer,
    linksAccounts: person?.permissions.includes('accounts') ?? false,
    busy,
    onAsk: ({ kind, personID }: TaxFormRow) => void ask({ kind, personID }),
  });
  return (
    <Panel
      title="Payees"
      actions={
        askable > 0 && (
          <Button variant="outline-primary" size="sm" aria-disabled={busy} onClick={() => setAsksAll(true)}>
            Ask {counted(askable, 'payee')} by email
          </Button>
        )
      }
    >
      <div className="pd-tabs">
        {TABS.map(([each, label]) => (
          <button
            key={label}
            type="button"
            className="pd-tab"
            aria-pressed={state === each}
            onClick={() => onState(each)}
          >
            {label} ({formatCount(each ? sums[each].count : all)})
          </button>
        ))}
      </div>
      {rows.length === 0 ? (
        <EmptyState text={EMPTY[state ?? 'all'](year)} />
      ) : (
        <div className="pd-table-breaking">
          <DataTable
            caption="Payees"
            columns={columns}
            rows={rows}
            rowKey={({ kind, personID }) => `${kind}:${personID}`}
          />
        </div>
      )}
      <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} onPage={onPage} />
      {asksAll && (
        <ConfirmDialog
          title="Ask by email?"
          summary={[
            ['Payees', formatCount(askable)],
            ['Year', year],
          ]}
          note="Each gets an email that says what is missing and how to add it."
          confirmLabel={`Send ${counted(askable, 'email')}`}
          busy={busy}
          onConfirm={() => {
            setAsksAll(false);
            void ask();
          }}
          onClose={() => setAsksAll(false)}
        />
      )}
    </Panel>
  );
}

interface ColumnOptions {
  year: number;
  hasPayer: boolean;
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

function payeeColumns({ year, hasPayer, linksAccounts, busy, onAsk }: ColumnOptions): Column<TaxFormRow>[] {
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
              href={addressOf(taxCopyCall, { query: { year, kind: row.kind, personID: row.personID } })}
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
