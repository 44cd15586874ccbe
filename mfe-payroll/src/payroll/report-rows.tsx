import {
  PAID_BY,
  PAY_FILE_FORMAT_TEXT,
  PAY_FILE_FORMATS,
  PAYMENT_METHODS,
  PAYMENT_STATE_TEXT,
  type PayFileFormat,
  type PayFileRequest,
  type PayrollReportRow,
  type PayrollRun,
  personNameOf,
  REASON_LENGTH,
  REASON_TEXT,
  type PaymentState as State,
} from '@partnerdesk/contracts';
import {
  Button,
  type Column,
  EntriesDialog,
  formatCount,
  formatInstant,
  formatUsd,
  type OpenedEntries,
  sumUsd,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useEffect, useId, useRef, useState } from 'react';
import { useMarks } from './pay-file-columns';
import { PaymentState, StatementLink } from './payment-cells';
import {
  useCreatePayFileMutation,
  useGetPaymentsVersionQuery,
  useLazyGetReportRowsQuery,
  useListPayFilesQuery,
} from './payroll.api';
import { ReportBar } from './report-bar';
import { ReviewLayout } from './review-layout';
import {
  entriesColumn,
  nameColumn,
  PAYMENT_COLUMN,
  PERIOD_COLUMN,
  periodFacts,
  type RowFact,
} from './row-columns';
import { type RowFilter, TYPE_FILTER, useRowFilters } from './row-filters';
import { SelectionSummary, useSelection } from './selection';
import { useOpenedPayee } from './use-payee';
import { useRows, useWhole } from './use-run';

const REPORT_FILTERS: readonly RowFilter<PayrollReportRow>[] = [
  {
    name: 'state',
    label: 'Payment state',
    any: 'All states',
    options: [
      {
        value: 'executed',
        label: 'In no file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID === undefined,
      },
      {
        value: 'filed',
        label: 'In a file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID !== undefined,
      },
      { value: 'paid', label: PAYMENT_STATE_TEXT.paid, matches: ({ state }) => state === 'paid' },
      { value: 'returned', label: PAYMENT_STATE_TEXT.returned, matches: ({ state }) => state === 'returned' },
    ],
  },
  TYPE_FILTER,
];

const paymentIdOf = ({ payrollID }: PayrollReportRow) => payrollID;

/** The rows of a report: opened to their entries, exported, put into pay files, marked. */
export function ReportRows({ run }: { run: PayrollRun }) {
  const { businessTimezone } = useConfiguration();
  const [fetchRows] = useLazyGetReportRowsQuery();
  const rows = useRows(fetchRows, run.id, run.rows);
  useReadAgain(rows.refresh);
  const filtered = useRowFilters(REPORT_FILTERS, rows);
  const selection = useSelection(paymentIdOf, filtered.key);
  useWhole(rows, selection.everybody);
  const [opened, setOpened] = useState<OpenedEntries>();
  const payee = useOpenedPayee<PayrollReportRow>();
  const openEntries = (row: PayrollReportRow) =>
    setOpened({ title: `Payment ${row.payrollID}, ${personNameOf(row)}`, payrollID: row.payrollID });

  const { everybody } = selection;
  // As they are now: what was ticked may be in a file, or marked, since.
  const ticked = selection.rows.map((row) => rows.latest(paymentIdOf, row));
  const selected = everybody ? filtered.rows : ticked;
  const isKnown = selected !== undefined || filtered.key === '';
  const count = selected?.length ?? (isKnown ? run.rows : 0);
  const sum = selected ? sumUsd(selected.map(({ amount }) => amount)) : isKnown ? run.amount : 0;
  const shown = new Set(filtered.key ? filtered.rows?.map(paymentIdOf) : undefined);
  const unseen = filtered.key && !everybody ? ticked.filter((row) => !shown.has(row.payrollID)).length : 0;

  return (
    <>
      <ReviewLayout
        caption="Payroll report"
        columns={reportColumns({
          selectColumn: selection.column((row) => `Select payment ${row.payrollID}`),
          timeZone: businessTimezone,
          onOpen: payee.open,
          onEntries: openEntries,
        })}
        rowKey={paymentIdOf}
        run={run}
        rows={rows}
        filtered={filtered}
        payee={payee}
        factsOf={(row) => reportFacts(rows.latest(paymentIdOf, row), businessTimezone)}
        summary={
          <SelectionSummary
            count={count}
            sum={sum}
            total={run.rows}
            rows={selected?.map(({ amount, paymentType }) => ({ amount, paymentType, flags: [] }))}
            note={unseen > 0 && `${formatCount(unseen)} of them not shown by the filters.`}
          >
            <PayFileButtons
              run={run}
              rows={selected}
              disabled={count === 0}
              onMade={selection.clear}
              what={
                everybody
                  ? {
                      run: run.id,
                      ...(filtered.hidden.length > 0 && { except: filtered.hidden.map(paymentIdOf) }),
                    }
                  : { payrollIDs: ticked.map(paymentIdOf) }
              }
            />
            {ticked.length > 0 && <MarkForm rows={ticked} onMarked={selection.clear} />}
          </SelectionSummary>
        }
      >
        <ReportBar run={run} readAll={rows.readAll} isNarrowed={filtered.key !== ''} shown={filtered.rows} />
      </ReviewLayout>
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

function useReadAgain(refresh: () => void): void {
  const { data: version } = useGetPaymentsVersionQuery();
  const read = useRef(version);
  useEffect(() => {
    if (read.current !== undefined && read.current !== version) refresh();
    read.current = version;
  }, [version, refresh]);
}

interface PayFileButtonsProps {
  run: PayrollRun;
  what: Pick<PayFileRequest, 'run' | 'except' | 'payrollIDs'>;
  disabled: boolean;
  /** The selected payments, as far as they are known. */
  rows: readonly PayrollReportRow[] | undefined;
  onMade: () => void;
}

const waits = ({ state, payFileID }: PayrollReportRow) => state === 'executed' && payFileID === undefined;

function suggestedFormat(rows: readonly PayrollReportRow[] = []): PayFileFormat | undefined {
  const waiting = rows.filter(waits);
  const type = PAID_BY.find((each) => waiting.some(({ paymentType }) => paymentType === each));
  return type && PAYMENT_METHODS[type].format;
}

/** Has a pay file of the selected payments made; who cannot be in it is listed with it. */
function PayFileButtons({ run, what, disabled, rows, onMade }: PayFileButtonsProps) {
  const alerts = useAlerts();
  const [createFile, { isLoading }] = useCreatePayFileMutation();
  const make = async (format: PayFileFormat) => {
    const { error } = await createFile({ payrollType: run.payrollType, format, ...what });
    if (error) alerts.failure(error);
    else onMade();
  };
  const { data: files = [] } = useListPayFilesQuery(run.payrollType);
  const isMaking = files.some(({ state }) => state === 'making');
  const suggested = suggestedFormat(rows);
  const blocked = disabled || isLoading || isMaking || (rows !== undefined && !rows.some(waits));
  const button = (format: PayFileFormat) => (
    <Button
      key={format}
      variant={format === suggested ? 'primary' : 'outline-primary'}
      disabled={blocked}
      onClick={() => void make(format)}
    >
      {PAY_FILE_FORMAT_TEXT[format]} file
    </Button>
  );
  return <div className="pay-actions">{PAY_FILE_FORMATS.map(button)}</div>;
}

interface ReportColumnsOptions {
  selectColumn: Column<PayrollReportRow>;
  timeZone: string;
  onOpen: (row: PayrollReportRow) => void;
  onEntries: (row: PayrollReportRow) => void;
}

/** The columns of a report's rows; a phone keeps who, how much and the state. */
function reportColumns(options: ReportColumnsOptions): Column<PayrollReportRow>[] {
  const { selectColumn, timeZone, onOpen, onEntries } = options;
  return [
    selectColumn,
    nameColumn(onOpen),
    PERIOD_COLUMN,
    { header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
    PAYMENT_COLUMN,
    {
      header: 'State',
      cell: (row) => (
        <>
          <PaymentState row={row} timeZone={timeZone} />
          <span className="pd-field-hint pay-second pay-wide">
            {formatInstant(row.dateCreated, timeZone)}
          </span>
        </>
      ),
    },
    entriesColumn(
      (row) => `Entries of payment ${row.payrollID}`,
      (row) => row.entries,
      onEntries,
    ),
    {
      header: 'Statement',
      className: 'pay-wide',
      cell: ({ payrollID }) => <StatementLink payrollID={payrollID} />,
    },
  ];
}

const reportFacts = (row: PayrollReportRow, timeZone: string): RowFact[] => [
  ...periodFacts(row),
  ['Amount', formatUsd(row.amount)],
  ['Created', `${formatInstant(row.dateCreated, timeZone)}, ${row.createdBy}`],
  ['State', <PaymentState key="state" row={row} timeZone={timeZone} />],
  ['Entries', formatCount(row.entries)],
  ['Statement', <StatementLink key="statement" payrollID={row.payrollID} />],
];

/** Says what became of the selected payments: paid, or returned with the reason; or takes such a mark back. */
function MarkForm({ rows, onMarked }: { rows: readonly PayrollReportRow[]; onMarked: () => void }) {
  const alerts = useAlerts();
  const id = useId();
  const [reason, setReason] = useState('');
  const { send, isLoading } = useMarks();
  const [from, ...others] = new Set(rows.map(({ state }) => state));
  const mark = (state: State) => async () => {
    const why = reason.trim();
    if (state !== 'paid' && why.length < REASON_LENGTH.min) {
      alerts.warning(REASON_TEXT);
      return;
    }
    const payrollIDs = rows.map(({ payrollID }) => payrollID);
    const back = state === 'executed' && from !== 'executed' ? { from } : {};
    await send({ payrollIDs, state, ...back, ...(why && { reason: why }) });
    setReason('');
    onMarked();
  };
  const button = (label: string, state: State) => (
    <Button
      variant="outline-primary"
      size="sm"
      disabled={isLoading}
      onClick={() => void mark(state)().catch(() => undefined)}
    >
      {label}
    </Button>
  );
  return (
    <div className="pay-bar">
      {button('Mark paid', 'paid')}
      <label htmlFor={id}>Reason</label>
      <input
        id={id}
        className="form-control form-control-sm w-auto"
        maxLength={REASON_LENGTH.max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {button('Mark returned', 'returned')}
      {from && from !== 'executed' && others.length === 0 && button(`Take back “${from}”`, 'executed')}
    </div>
  );
}
