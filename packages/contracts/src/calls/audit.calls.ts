import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditAction, type AuditSubject } from '../audit';
import {
  anything,
  type CheckedOf,
  code,
  day,
  flag,
  id,
  instant,
  list,
  map,
  number,
  object,
  oneOf,
  optional,
  standard,
  text,
} from '../schema/schema';
import { ACCOUNT_KIND_NAMES } from '../wire-accounts';
import { call, raw } from './call';

/* The audit log (docs/RULES.md, Accounts and access). */

const line = object({
  id: text(),
  at: instant(),
  actor: object({ kind: text({ empty: true }), id: number(), emailAddress: text({ empty: true }) }),
  action: code(Object.keys(AUDIT_ACTIONS) as AuditAction[]),
  subject: object({
    type: code(Object.keys(AUDIT_SUBJECTS) as AuditSubject[]),
    id: text({ empty: true }),
    name: optional(text({ about: 'Of a person, as it is now' })),
  }),
  before: optional(map(anything())),
  after: optional(map(anything())),
  address: optional(text({ about: 'Network address of who did it' })),
  erased: optional(flag({ about: 'What it said about a person was erased with the person’s data' })),
  grouped: optional(
    number({
      about:
        'Older lines of the same hour, affiliate and action for which this one stands; an action in the query shows each',
    }),
  ),
});
export type AuditRow = CheckedOf<typeof line>;

const word = optional(text({ trim: true, max: 100, ignored: 'empty' }));
const filter = {
  subjectType: word,
  subjectID: word,
  actor: word,
  action: word,
  startDate: optional(day({ ignored: 'empty' })),
  endDate: optional(day({ ignored: 'empty' })),
};
const page = standard(number({ whole: true, min: 1, max: 1000 }), 1);
const wholeSubject = { together: ['subjectType', 'subjectID'] };

export const auditLogCall = call('GET /api/audit-log', {
  about:
    'A page of the audit log, the newest first, by what is given of these; X-More says whether there are older lines',
  who: 'audit',
  query: object({ ...filter, page }, wholeSubject),
  answer: list(line),
});
export const exportAuditLogCall = call('GET /api/export-audit-log', {
  about: 'All lines that the same query finds, as a file',
  who: 'audit',
  sameSite: true,
  query: object(filter, wholeSubject),
  answer: raw('text/csv'),
});
export const accountHistoryCall = call('GET /api/account-history', {
  about: 'The lines of the audit log about one account, as the audit log answers them',
  who: 'accounts',
  query: { kind: oneOf(ACCOUNT_KIND_NAMES), id: id(), page },
  answer: list(line),
});
