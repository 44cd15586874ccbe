import {
  type AuditAction,
  type AuditRow,
  type AuditSubject,
  auditColumns,
  csvHeader,
  csvRow,
} from '@partnerdesk/contracts';
import { type AuditLine, type GroupedLine, subjectNames } from '@partnerdesk/domain';

function presentAuditLine(line: GroupedLine, name: string | undefined): AuditRow {
  const { _id, at, actor, action, subject, before, after, address, erasedBy, grouped } = line;
  return {
    id: _id,
    at: at.toISOString(),
    actor: { kind: actor?.kind ?? '', id: actor?.id ?? 0, emailAddress: actor?.emailAddress ?? '' },
    action: action as AuditAction,
    subject: {
      type: subject?.type as AuditSubject,
      id: subject?.id ?? '',
      ...(name && { name }),
    },
    ...(before && { before }),
    ...(after && { after }),
    ...(address && { address }),
    ...(erasedBy && { erased: true }),
    ...(grouped && { grouped }),
  };
}

/** Lines of the audit log, with the names that people have now. */
export async function presentAuditLines(lines: readonly GroupedLine[]): Promise<AuditRow[]> {
  const names = await subjectNames(lines);
  return lines.map((line) => presentAuditLine(line, names.get(`${line.subject?.type}:${line.subject?.id}`)));
}

/** A CSV file of lines, as they come. */
export async function* csvOfAudit(pages: AsyncIterable<readonly AuditLine[]>): AsyncGenerator<string> {
  const columns = auditColumns();
  yield csvHeader(columns);
  for await (const lines of pages)
    yield (await presentAuditLines(lines)).map((row) => csvRow(columns, row)).join('');
}
