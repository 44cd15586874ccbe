import type { AuditAction, AuditRow, AuditSubject } from '@partnerdesk/contracts';
import type { AuditLine } from '@partnerdesk/domain';

/** A line of the audit log. */
export function presentAuditLine({ _id, at, actor, action, subject, before, after }: AuditLine): AuditRow {
  return {
    id: _id,
    at: at.toISOString(),
    actor: { kind: actor?.kind ?? '', id: actor?.id ?? 0, emailAddress: actor?.emailAddress ?? '' },
    action: action as AuditAction,
    subject: { type: subject?.type as AuditSubject, id: subject?.id ?? '' },
    ...(before && { before }),
    ...(after && { after }),
  };
}
