import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from '../audit';
import * as s from '../schema/schema';
import { ACCOUNT_KIND_NAMES } from '../wire-accounts';
import { call, raw } from './call';

/* The audit log (docs/RULES.md, Accounts and access). */

const line = s.object({
  id: s.text(),
  at: s.instant(),
  actor: s.object({ kind: s.text({ empty: true }), id: s.number(), emailAddress: s.text({ empty: true }) }),
  action: s.code(Object.keys(AUDIT_ACTIONS) as AuditAction[]),
  subject: s.object({
    type: s.code(Object.keys(AUDIT_SUBJECTS) as AuditSubject[]),
    id: s.text({ empty: true }),
    name: s.optional(s.text({ about: 'Of a person, as it is now' })),
  }),
  before: s.optional(s.map(s.anything())),
  after: s.optional(s.map(s.anything())),
  address: s.optional(s.text({ about: 'Network address of who did it' })),
  erased: s.optional(s.flag({ about: 'What it said about a person was erased with the person’s data' })),
  grouped: s.optional(
    s.number({
      about:
        'Older lines of the same hour, affiliate and action for which this one stands; an action in the query shows each',
    }),
  ),
});
export type AuditRow = s.CheckedOf<typeof line>;

const word = s.optional(s.text({ trim: true, max: 100, ignored: 'empty' }));
const filter = {
  subjectType: word,
  subjectID: word,
  actor: word,
  action: word,
  startDate: s.optional(s.day({ ignored: 'empty' })),
  endDate: s.optional(s.day({ ignored: 'empty' })),
};
const page = s.standard(s.number({ whole: true, min: 1, max: 1000 }), 1);
const wholeSubject = { together: ['subjectType', 'subjectID'] };

export const auditLogCall = call('GET /api/audit-log', {
  about:
    'A page of the audit log, the newest first, by what is given of these; X-More says whether there are older lines',
  who: 'audit',
  query: s.object({ ...filter, page }, wholeSubject),
  answer: s.list(line),
});
export const exportAuditLogCall = call('GET /api/export-audit-log', {
  about: 'All lines that the same query finds, as a file',
  who: 'audit',
  sameSite: true,
  query: s.object(filter, wholeSubject),
  answer: raw('text/csv'),
});
export const accountHistoryCall = call('GET /api/account-history', {
  about: 'The lines of the audit log about one account, as the audit log answers them',
  who: 'accounts',
  query: { kind: s.oneOf(ACCOUNT_KIND_NAMES), id: s.id(), page },
  answer: s.list(line),
});
