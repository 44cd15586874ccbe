import {
  addressOf,
  type PayrollReportRow,
  type PayrollRun,
  payrollReportColumns,
  payrollSpreadsheetCall,
  SHEET_TYPE,
  sheetName,
} from '@partnerdesk/contracts';
import { Button, downloadText, formatUsd, useConfiguration } from '@partnerdesk/web';
import { MAX_BROWSER_ROWS, reportSheet } from './export-spreadsheet';
import { counted } from './texts';

interface ReportBarProps {
  run: PayrollRun;
  /** Every row of the report. */
  readAll: () => Promise<PayrollReportRow[]>;
  /** The rows that filters leave; undefined where none is in force, or they are not all known. */
  shown: readonly PayrollReportRow[] | undefined;
}

/** What a report adds up to, and its export: of what is shown. */
export function ReportBar({ run, readAll, shown }: ReportBarProps) {
  const { businessTimezone } = useConfiguration();
  const exportRows = async () => {
    if ((shown ?? { length: run.rows }).length > MAX_BROWSER_ROWS) {
      window.location.assign(addressOf(payrollSpreadsheetCall, { params: { id: run.id } }));
      return;
    }
    const columns = payrollReportColumns(run.payrollType, businessTimezone);
    downloadText(sheetName(), reportSheet(columns, shown ?? (await readAll())), SHEET_TYPE);
  };
  return (
    <div className="pay-bar">
      <span className="pay-bar-sum">
        {counted(run.rows, 'payment')}, {formatUsd(run.amount)}
      </span>
      <Button variant="outline-primary" size="sm" onClick={() => void exportRows().catch(() => undefined)}>
        Export to Excel
      </Button>
    </div>
  );
}
