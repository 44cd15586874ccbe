import * as s from '../schema/schema';
import { call } from './call';
import {
  isSo,
  outcomeCounts,
  paymentInfo,
  paymentType,
  payrollPerson,
  payrollType,
  reason,
  rowsQuery,
} from './payroll-fields';

/* What waits for a second person (docs/RULES.md, Payroll with two people). Money in dollars. */

const twoPeople = { who: ['payroll', 'payroll.approve'] } as const;

const fields = {
  approvalID: s.number(),
  kind: s.oneOf(['execution', 'discarding', 'adjustment'], { about: 'What a second person consents to' }),
  payrollType,
  state: s.oneOf(['waiting', 'approved', 'executed', 'declined', 'expired'], {
    about: 'approved: being executed; expired: what was prepared has changed before it was approved',
  }),
  hash: s.text({ about: 'Stands for what is shown; approving sends it back' }),
  preparedBy: s.text(),
  own: s.flag({ about: 'The person who reads this prepared it, and can only take it back' }),
  preparedAt: s.instant(),
  decidedBy: s.optional(s.text()),
  decidedAt: s.optional(s.instant()),
  declinedFor: s.optional(s.text()),
  rows: s.number({ about: 'Payments' }),
  amount: s.number({ about: 'Their sum; of an adjustment below zero it is taken off' }),
  endDate: s.optional(s.day({ about: 'Of executions, as marked, outcomes and paid' })),
  marked: s.optional(
    s.object({
      unknown: s.number({ about: 'Rows of type Unknown' }),
      newPayees: s.number({ about: 'Of payees never paid before' }),
      accountsChanged: s.number({ about: 'Paid elsewhere than the last time' }),
      unusual: s.number({ about: 'Far from the usual amount' }),
    }),
  ),
  outcomes: s.optional(outcomeCounts),
  paid: s.optional(s.number()),
  payFileID: s.optional(s.number({ about: 'Of discardings' })),
  personID: s.optional(s.number({ about: 'Of adjustments: whose balance' })),
  reason: s.optional(s.text({ about: 'Of adjustments' })),
  reverses: s.optional(s.text({ about: 'The entry that the adjustment takes back' })),
};
export const approval = s.object(fields);
export type PayrollApproval = s.CheckedOf<typeof approval>;
export type ApprovalKind = PayrollApproval['kind'];
export type ApprovalState = PayrollApproval['state'];

const details = s.object({
  ...fields,
  stale: s.number({ about: 'Rows that would not be paid as prepared any more' }),
});
export type PayrollApprovalDetails = s.CheckedOf<typeof details>;

const row = s.object({
  ...payrollPerson,
  startPeriod: s.day(),
  endPeriod: s.day(),
  amount: s.number(),
  entries: s.number(),
  paymentType,
  paymentInfo,
  isNew: isSo({ about: 'Was never paid before' }),
  accountChanged: isSo({ about: 'Is paid elsewhere than the last time' }),
  usual: s.optional(s.number({ about: 'What this payee usually is paid' })),
  unusual: isSo({ about: 'The amount is far from it' }),
});
export type PayrollApprovalRow = s.CheckedOf<typeof row>;

export const approvalsCall = call('GET /api/payroll-approvals', {
  about: 'Requests for a second person, the latest first',
  ...twoPeople,
  answer: s.list(approval),
});
export const approvalCall = call('GET /api/payroll-approvals/:id', {
  about: 'A request, and whether it still is as it was prepared',
  ...twoPeople,
  answer: details,
  errors: ['not_found'],
});
export const approvalRowsCall = call('GET /api/payroll-approvals/:id/rows', {
  about: 'What a request would pay, those that differ from before first; X-Total-Count: on all pages',
  ...twoPeople,
  query: rowsQuery,
  answer: s.list(row),
  errors: ['not_found'],
});

/** A field that one decision needs and the other may not have. */
const onlyTo = <Needed extends s.AnySchema>(decision: string, then: Needed) =>
  s.when('decision', { is: decision, then, otherwise: s.nothing() });
const decision = s.object({
  decision: s.oneOf(['approve', 'decline']),
  hash: onlyTo('approve', s.text({ max: 100 })),
  reason: onlyTo('decline', reason),
});
export type ApprovalDecision = s.SentOf<typeof decision>;
export const decideApprovalCall = call('POST /api/payroll-approvals/:id', {
  about: 'The second person’s decision; who prepared it declines to take it back',
  ...twoPeople,
  confirm: 'second-factor',
  body: decision,
  answer: approval,
  errors: ['conflict', 'not_found'],
});
