import {
  addressOf,
  type PayrollReportRow,
  type PayrollRun,
  payrollReportColumns,
  payrollSpreadsheetCall,
  SHEET_END,
  SHEET_START,
  SHEET_TYPE,
  sheetCells,
  sheetHeaders,
  sheetName,
  type TableColumn,
} from '@partnerdesk/contracts';
import { Button, downloadText, formatUsd, useConfiguration } from '@partnerdesk/web';
import TableToExcel from 'table-to-excel';
import { counted } from './texts';

/** More rows than this are written by the server, row by row. */
const MAX_BROWSER_ROWS = 10_000;

/**
 * The report as a spreadsheet, the same as the server writes. table-to-excel escapes nothing and makes every cell a
 * text: it gets escaped cells, and its opening tags give way to those that carry the cell's format and value.
 */
export function reportSheet(
  columns: readonly TableColumn<PayrollReportRow>[],
  rows: readonly PayrollReportRow[],
): string {
  const lines = [sheetHeaders(columns), ...rows.map((row) => sheetCells(columns, row))];
  const tags = lines.flat().map(({ tag }) => tag);
  const table = new TableToExcel().createTable(lines.map((line) => line.map(({ text }) => text)));
  let cell = 0;
  const typed = table.replaceAll(/<td style=[^>]*>/g, () => tags[cell++] ?? '');
  return SHEET_START + typed + SHEET_END;
}

interface ReportBarProps {
  run: PayrollRun;
  readAll: () => Promise<PayrollReportRow[]>;
  isNarrowed: boolean;
  /** The rows that they leave; undefined while not all are known. */
  shown: readonly PayrollReportRow[] | undefined;
}

/** What a report adds up to, and its export: of what is shown. */
export function ReportBar({ run, readAll, isNarrowed, shown }: ReportBarProps) {
  const { businessTimezone } = useConfiguration();
  const isComing = isNarrowed && !shown;
  const exportRows = async () => {
    if (isComing) return;
    // The server writes the whole report; what filters leave of it is here.
    if (!isNarrowed && run.rows > MAX_BROWSER_ROWS) {
      window.location.assign(addressOf(payrollSpreadsheetCall, { params: { id: run.id } }));
      return;
    }
    const columns = payrollReportColumns(run.payrollType, businessTimezone);
    const rows = (isNarrowed && shown) || (await readAll());
    downloadText(sheetName(), reportSheet(columns, rows), SHEET_TYPE);
  };
  return (
    <div className="pay-bar">
      <span className="pay-bar-sum">
        {counted(run.rows, 'payment')}, {formatUsd(run.amount)}
      </span>
      <Button
        variant="outline-primary"
        size="sm"
        aria-disabled={isComing}
        onClick={() => void exportRows().catch(() => undefined)}
      >
        Export to Excel
      </Button>
    </div>
  );
}
