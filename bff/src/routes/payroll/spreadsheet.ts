import type { PayrollRunRecord } from '@partnerdesk/domain';
import type { Ctx } from '../../context';
import { presentedPages, streamOf } from './run-rows';

const HEAD = '<html><head><meta charset="utf-8"></head><body><table border="1">';
const TAIL = '</table></body></html>';

/** A text as a cell shows it: markup is text, and so is what a spreadsheet would take for a formula. */
export function cellText(value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return safe
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The rows of a run as a spreadsheet, written while they are read: for more rows than a browser should build. */
export function answerSpreadsheet(ctx: Ctx, run: PayrollRunRecord): void {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  ctx.type = 'application/vnd.ms-excel';
  ctx.set('Content-Disposition', `attachment; filename="Payroll${stamp}.xls"`);
  ctx.body = streamOf(ctx, tableOf(run));
}

async function* tableOf(run: PayrollRunRecord): AsyncGenerator<string> {
  yield HEAD;
  let names: string[] | undefined;
  for await (const page of presentedPages(run)) {
    const rows = page as Record<string, unknown>[];
    if (!names) {
      names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'fingerprint');
      yield `<tr>${names.map((name) => `<th>${cellText(name)}</th>`).join('')}</tr>`;
    }
    const columns = names;
    yield rows
      .map((row) => `<tr>${columns.map((name) => `<td>${cellText(row[name])}</td>`).join('')}</tr>`)
      .join('');
  }
  yield TAIL;
}
