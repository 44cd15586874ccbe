import type { AuditRow } from '@partnerdesk/contracts';
import { shape } from '@partnerdesk/web';

const { anything, flag, listOf, mapOf, number, optional, record, text, word } = shape;

export const isAuditLines = listOf(
  record<AuditRow>({
    id: text,
    at: text,
    actor: record<AuditRow['actor']>({ kind: text, id: number, emailAddress: text }),
    action: word,
    subject: record<AuditRow['subject']>({ type: word, id: text, name: optional(text) }),
    before: optional(mapOf(anything)),
    after: optional(mapOf(anything)),
    address: optional(text),
    erased: optional(flag),
    grouped: optional(number),
  }),
);
