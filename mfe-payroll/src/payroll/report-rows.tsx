import {
  PAYMENT_TYPE,
  type PayFileFormat,
  type PayrollReportRow,
  type PayrollRun,
} from '@partnerdesk/contracts';
import {
  Button,
  EntriesDialog,
  formatCount,
  formatDay,
  formatInstant,
  formatUsd,
  isApiError,
  type OpenedEntries,
  sumUsd,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useState } from 'react';
import { MAX_BROWSER_ROWS, reportSheet, saveFile, sheetName } from './export-spreadsheet';
import { MarkForm } from './mark-form';
import { useCreatePayFileMutation } from './payroll.api';
import { paymentTypeText, personIdOf, personNameOf, SCREEN_TEXTS } from './texts';
import { useRows } from './use-run';
import { type VirtualColumn, VirtualTable } from './virtual-table';

const STATE_TEXT = { executed: 'Executed', paid: 'Paid', returned: 'Returned' } as const;

/** The rows of a report: opened to their entries, exported, put into pay files, marked. */
export function ReportRows({ run }: { run: PayrollRun }) {
  const alerts = useAlerts();
  const { businessTimezone } = useConfiguration();
  const rows = useRows<PayrollReportRow>(run.id, run.rows);
  const [selected, setSelected] = useState<ReadonlyMap<number, PayrollReportRow>>(new Map());
  const [everybody, setEverybody] = useState(false);
  const [opened, setOpened] = useState<OpenedEntries>();
  const [createFile, { isLoading: making }] = useCreatePayFileMutation();

  const exportRows = async () => {
    if (run.rows > MAX_BROWSER_ROWS) {
      window.location.assign(`/api/payroll-runs/${encodeURIComponent(run.id)}/spreadsheet`);
      return;
    }
    const sheet = reportSheet(await rows.all(), SCREEN_TEXTS[run.payrollType].person);
    saveFile(sheetName(), sheet, 'application/vnd.ms-excel');
  };

  const makeFile = async (format: PayFileFormat) => {
    const what = everybody ? { run: run.id } : { payrollIDs: [...selected.keys()] };
    try {
      const file = await createFile({ payrollType: run.payrollType, format, ...what }).unwrap();
      alerts.success(
        `Pay file ${file.payFileID}: ${formatCount(file.lines)} payments, ${formatUsd(file.amount)}`,
      );
      rows.refresh();
    } catch (error) {
      alerts.warning((isApiError(error) && error.message) || 'The pay file could not be made');
    }
  };

  const toggle = (row: PayrollReportRow) => {
    const next = new Map(selected);
    if (!next.delete(row.payrollID)) next.set(row.payrollID, row);
    setSelected(next);
  };
  const count = everybody ? run.rows : selected.size;
  const sum = everybody ? run.amount : sumUsd([...selected.values()].map(({ amount }) => amount));

  const columns: VirtualColumn<PayrollReportRow>[] = [
    {
      key: 'select',
      header: (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label="Select all"
          checked={everybody}
          onChange={() => {
            setEverybody(!everybody);
            setSelected(new Map());
          }}
        />
      ),
      cell: (row) => (
        <input
          type="checkbox"
          className="form-check-input"
          aria-label={`Select payment ${row.payrollID}`}
          checked={everybody || selected.has(row.payrollID)}
          disabled={everybody}
          onChange={() => toggle(row)}
        />
      ),
    },
    { key: 'id', header: 'ID', cell: personIdOf, numeric: true },
    { key: 'name', header: 'Name', cell: personNameOf, rowHeader: true },
    { key: 'start', header: 'Start', cell: (row) => formatDay(row.startPeriod) },
    { key: 'end', header: 'End', cell: (row) => formatDay(row.endPeriod) },
    { key: 'amount', header: 'Amount', cell: (row) => formatUsd(row.amount), numeric: true },
    {
      key: 'payment',
      header: 'Payment',
      cell: (row) =>
        row.paymentType === PAYMENT_TYPE.unknown ? (
          <span className="pay-badge pay-badge-warn">Unknown</span>
        ) : (
          `${paymentTypeText(row.paymentType)} ${row.paymentInfo}`
        ),
    },
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
          {STATE_TEXT[row.state]}
          {row.payFileID && row.state === 'executed' ? `, in file ${row.payFileID}` : ''}
        </span>
      ),
    },
    {
      key: 'entries',
      header: 'Entries',
      numeric: true,
      cell: (row) => (
        <Button
          variant="link"
          size="sm"
          className="p-0"
          aria-label={`Entries of payment ${row.payrollID}`}
          onClick={() =>
            setOpened({ title: `Payment ${row.payrollID}, ${personNameOf(row)}`, payrollID: row.payrollID })
          }
        >
          {formatCount(row.entries)}
        </Button>
      ),
    },
  ];

  return (
    <>
      <div className="pay-bar">
        <span className="pay-bar-sum">
          {formatCount(run.rows)} payments, {formatUsd(run.amount)}
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
      {selected.size > 0 && (
        <MarkForm
          payrollIDs={[...selected.keys()]}
          onMarked={() => {
            setSelected(new Map());
            rows.refresh();
          }}
        />
      )}
      <VirtualTable
        caption="Payroll report"
        columns={columns}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={(row) => row.payrollID}
        onRange={rows.ensure}
      />
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
