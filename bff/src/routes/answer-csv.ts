import { Readable } from 'node:stream';
import { csvHeader, csvRow, type TableColumn } from '@partnerdesk/contracts';
import { today } from '@partnerdesk/domain';
import { ANSWERED } from '../calls/handle';
import type { Ctx } from '../context';

export async function* csvOfPages<Row>(
  columns: readonly TableColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const rows of pages) yield rows.map((row) => csvRow(columns, row)).join('');
}

const CHUNK = 200;

export async function* csvOfRows<Row>(
  header: string,
  rows: AsyncIterable<Row>,
  lineOf: (row: Row) => string,
): AsyncGenerator<string> {
  let chunk = header;
  let lines = 0;
  for await (const row of rows) {
    chunk += lineOf(row);
    lines += 1;
    if (lines % CHUNK > 0) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk) yield chunk;
}

/** Answers with a CSV file as it comes, named by what it has and today. */
export const answerCsv = (ctx: Ctx, name: string, text: AsyncIterable<string>) =>
  answerFile(ctx, `${name}-${today()}.csv`, 'text/csv', text);

export function answerFile(ctx: Ctx, file: string, type: string, text: AsyncIterable<string>) {
  ctx.attachment(file);
  ctx.type = `${type}; charset=utf-8`;
  ctx.body = streamOf(ctx, text);
  return ANSWERED;
}

/** A body that is written while it is read; if that fails half-way, the connection breaks and nobody takes it for whole. */
export function streamOf(ctx: Ctx, parts: AsyncIterable<string>): Readable {
  const stream = Readable.from(parts);
  stream.on('error', (err) => {
    ctx.state.logger.error({ err }, 'the answer broke off');
    ctx.res.destroy();
  });
  return stream;
}
