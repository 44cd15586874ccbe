import {
  PAYMENT_STATE_TEXT,
  type PayFileFormat,
  type PayrollReportRow,
  type PayrollRun,
  payrollReportColumns,
  personNameOf,
  SHEET_TYPE,
  sheetName,
} from '@partnerdesk/contracts';
import {
  Button,
  downloadText,
  EntriesDialog,
  formatCount,
  formatInstant,
  formatUsd,
  isApiError,
  type OpenedEntries,
  sumUsd,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useEffect, useState } from 'react';
import { MAX_BROWSER_ROWS, reportSheet } from './export-spreadsheet';
import { MarkForm } from './mark-form';
import { useCreatePayFileMutation } from './payroll.api';
import { entriesColumn, PAYMENT_COLUMN, PERSON_COLUMNS } from './row-columns';
import { counted } from './texts';
import { useRows } from './use-run';
import { useSelection } from './use-selection';
import { type VirtualColumn, VirtualTable } from './virtual-table';

const paymentIdOf = ({ payrollID }: PayrollReportRow) => payrollID;

/** The rows of a report: opened to their entries, exported, put into pay files, marked. */
export function ReportRows({ run, changes }: { run: PayrollRun; changes: number }) {
  const alerts = useAlerts();
  const { businessTimezone } = useConfiguration();
  const rows = useRows<PayrollReportRow>(run.id, run.rows);
  const { refresh } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew whenever something changed elsewhere
  useEffect(refresh, [refresh, changes]);
  const selection = useSelection(paymentIdOf);
  const [opened, setOpened] = useState<OpenedEntries>();
  const [createFile, { isLoading: making }] = useCreatePayFileMutation();

  const exportRows = async () => {
    if (run.rows > MAX_BROWSER_ROWS) {
      window.location.assign(`/api/payroll-runs/${encodeURIComponent(run.id)}/spreadsheet`);
      return;
    }
    const columns = payrollReportColumns(run.payrollType, businessTimezone);
    downloadText(sheetName(), reportSheet(columns, await rows.all()), SHEET_TYPE);
  };

  const makeFile = async (format: PayFileFormat) => {
    const what = everybody ? { run: run.id } : { payrollIDs: selection.rows.map(paymentIdOf) };
    try {
      const file = await createFile({ payrollType: run.payrollType, format, ...what }).unwrap();
      alerts.success(
        `Pay file ${file.payFileID}: ${counted(file.lines, 'payment')}, ${formatUsd(file.amount)}`,
      );
      rows.refresh();
    } catch (error) {
      alerts.warning((isApiError(error) && error.message) || 'The pay file could not be made');
    }
  };

  const { everybody } = selection;
  const count = everybody ? run.rows : selection.rows.length;
  const sum = everybody ? run.amount : sumUsd(selection.rows.map(({ amount }) => amount));

  const columns: VirtualColumn<PayrollReportRow>[] = [
    selection.column((row) => `Select payment ${row.payrollID}`),
    ...PERSON_COLUMNS,
    { key: 'amount', header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
    PAYMENT_COLUMN,
    { key: 'created', header: 'Created', cell: (row) => formatInstant(row.dateCreated, businessTimezone) },
    {
      key: 'state',
      header: 'State',
      cell: (row) => (
        <span
          className={`pay-badge ${row.state === 'paid' ? 'pay-badge-good' : row.state === 'returned' ? 'pay-badge-warn' : ''}`}
          title={
            row.markedBy
              ? `${row.markedBy}, ${formatInstant(row.markedAt ?? '', businessTimezone)} ${row.reason ?? ''}`
              : undefined
          }
        >
          {PAYMENT_STATE_TEXT[row.state]}
          {row.payFileID && row.state === 'executed' ? `, in file ${row.payFileID}` : ''}
        </span>
      ),
    },
    entriesColumn(
      (row) => `Entries of payment ${row.payrollID}`,
      (row) => row.entries,
      (row) =>
        setOpened({ title: `Payment ${row.payrollID}, ${personNameOf(row)}`, payrollID: row.payrollID }),
    ),
  ];

  return (
    <>
      <div className="pay-bar">
        <span className="pay-bar-sum">
          {counted(run.rows, 'payment')}, {formatUsd(run.amount)}
        </span>
        <Button size="sm" onClick={() => void exportRows().catch(() => undefined)}>
          Export to Excel
        </Button>
        <Button
          variant="outline-primary"
          size="sm"
          disabled={count === 0 || making}
          onClick={() => void makeFile('nacha')}
        >
          NACHA file
        </Button>
        <Button
          variant="outline-primary"
          size="sm"
          disabled={count === 0 || making}
          onClick={() => void makeFile('paypal')}
        >
          PayPal file
        </Button>
        {count > 0 && (
          <span>
            {formatCount(count)} selected, {formatUsd(sum)}
          </span>
        )}
      </div>
      {selection.rows.length > 0 && (
        <MarkForm
          rows={selection.rows}
          onMarked={() => {
            selection.clear();
            rows.refresh();
          }}
        />
      )}
      <VirtualTable
        caption="Payroll report"
        columns={columns}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={paymentIdOf}
        onRange={rows.ensure}
      />
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
