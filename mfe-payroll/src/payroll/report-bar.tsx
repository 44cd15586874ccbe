import {
  type PayFileFormat,
  type PayrollReportRow,
  type PayrollRun,
  payrollReportColumns,
  SHEET_TYPE,
  sheetName,
} from '@partnerdesk/contracts';
import {
  Button,
  downloadText,
  formatCount,
  formatUsd,
  sumUsd,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { MAX_BROWSER_ROWS, reportSheet } from './export-spreadsheet';
import { useCreatePayFileMutation } from './payroll.api';
import { counted } from './texts';
import type { Selection } from './use-selection';

interface ReportBarProps {
  run: PayrollRun;
  selection: Selection<PayrollReportRow>;
  /** Every row of the report. */
  readAll: () => Promise<PayrollReportRow[]>;
}

/** What a report adds up to, its export, and pay files of what is selected. */
export function ReportBar({ run, selection, readAll }: ReportBarProps) {
  const alerts = useAlerts();
  const { businessTimezone } = useConfiguration();
  const [createFile, { isLoading: making }] = useCreatePayFileMutation();
  const { everybody, rows } = selection;
  const count = everybody ? run.rows : rows.length;
  const sum = everybody ? run.amount : sumUsd(rows.map(({ amount }) => amount));

  const exportRows = async () => {
    if (run.rows > MAX_BROWSER_ROWS) {
      window.location.assign(`/api/payroll-runs/${encodeURIComponent(run.id)}/spreadsheet`);
      return;
    }
    const columns = payrollReportColumns(run.payrollType, businessTimezone);
    downloadText(sheetName(), reportSheet(columns, await readAll()), SHEET_TYPE);
  };

  const makeFile = async (format: PayFileFormat) => {
    const what = everybody ? { run: run.id } : { payrollIDs: rows.map(({ payrollID }) => payrollID) };
    const { error } = await createFile({ payrollType: run.payrollType, format, ...what });
    if (error) alerts.failure(error);
  };
  const fileButton = (label: string, format: PayFileFormat) => (
    <Button
      variant="outline-primary"
      size="sm"
      disabled={count === 0 || making}
      onClick={() => void makeFile(format)}
    >
      {label}
    </Button>
  );

  return (
    <div className="pay-bar">
      <span className="pay-bar-sum">
        {counted(run.rows, 'payment')}, {formatUsd(run.amount)}
      </span>
      <Button size="sm" onClick={() => void exportRows().catch(() => undefined)}>
        Export to Excel
      </Button>
      {fileButton('NACHA file', 'nacha')}
      {fileButton('PayPal file', 'paypal')}
      {count > 0 && (
        <span>
          {formatCount(count)} selected, {formatUsd(sum)}
        </span>
      )}
    </div>
  );
}
