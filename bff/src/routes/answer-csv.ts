import { Readable } from 'node:stream';
import { csvHeader, csvRow, type TableColumn } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import { ANSWERED } from '../calls/handle';
import type { Ctx } from '../context';

/** A table of rows that come some at a time. */
export async function* csvOfPages<Row>(
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of pages) yield rows.map((row) => csvRow(columns, row)).join('');
}

/** Answers with a CSV file as it comes, named by what it has and today. */
export function answerCsv(ctx: Ctx, name: string, text: AsyncIterable<string>): typeof ANSWERED {
  ctx.attachment(`${name}-${today()}.csv`);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = Readable.from(text, { objectMode: false });
  return ANSWERED;
}
