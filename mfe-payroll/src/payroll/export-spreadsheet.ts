import type { PayrollReportRow } from '@partnerdesk/contracts';
import TableToExcel from 'table-to-excel';
import { paymentTypeText, personIdOf, personNameOf } from './texts';

/** More rows than this are written by the server, row by row. */
export const MAX_BROWSER_ROWS = 10_000;

/** table-to-excel escapes nothing: markup is text here, and so is what a spreadsheet would take for a formula. */
export function cellText(value: string | number): string {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return safe
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The report as a spreadsheet's text. */
export function reportSheet(rows: readonly PayrollReportRow[], person: string): string {
  const head = [
    `${person} ID`,
    'Name',
    'Start period',
    'End period',
    'Amount',
    'Payment type',
    'Payment info',
    'Date created',
    'Payroll ID',
    'State',
  ];
  const lines = rows.map((row) => [
    personIdOf(row),
    personNameOf(row),
    row.startPeriod,
    row.endPeriod,
    row.amount.toFixed(2),
    paymentTypeText(row.paymentType),
    row.paymentInfo,
    row.dateCreated,
    row.payrollID,
    row.state,
  ]);
  const table = new TableToExcel().createTable([head, ...lines].map((line) => line.map(cellText)));
  return `<html><head><meta charset="utf-8"></head><body><table>${table}</table></body></html>`;
}

/** `Payroll` + timestamp + `.xls` (docs/PRODUCT.md §9). */
export function sheetName(now = new Date()): string {
  return `Payroll${now.toISOString().replace(/\D/g, '').slice(0, 14)}.xls`;
}

/** Hands a text to the browser's downloads. */
export function saveFile(name: string, text: string, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The download has taken its own hold of it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
