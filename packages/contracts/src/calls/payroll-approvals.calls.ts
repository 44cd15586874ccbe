import {
  type AnySchema,
  type CheckedOf,
  day,
  flag,
  instant,
  list,
  nothing,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  text,
  when,
} from '../schema/schema';
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
  approvalID: number(),
  kind: oneOf(['execution', 'discarding', 'adjustment'], { about: 'What a second person consents to' }),
  payrollType,
  state: oneOf(['waiting', 'approved', 'executed', 'declined', 'expired'], {
    about: 'approved: being executed; expired: what was prepared has changed before it was approved',
  }),
  hash: text({ about: 'Stands for what is shown; approving sends it back' }),
  preparedBy: text(),
  own: flag({ about: 'The person who reads this prepared it, and can only take it back' }),
  preparedAt: instant(),
  decidedBy: optional(text()),
  decidedAt: optional(instant()),
  declinedFor: optional(text()),
  rows: number({ about: 'Payments' }),
  amount: number({ about: 'Their sum; of an adjustment below zero it is taken off' }),
  endDate: optional(day({ about: 'Of executions, as marked, outcomes and paid' })),
  marked: optional(
    object({
      unknown: number({ about: 'Rows of type Unknown' }),
      newPayees: number({ about: 'Of payees never paid before' }),
      accountsChanged: number({ about: 'Paid elsewhere than the last time' }),
      unusual: number({ about: 'Far from the usual amount' }),
    }),
  ),
  outcomes: optional(outcomeCounts),
  paid: optional(number()),
  payFileID: optional(number({ about: 'Of discardings' })),
  personID: optional(number({ about: 'Of adjustments: whose balance' })),
  reason: optional(text({ about: 'Of adjustments' })),
  reverses: optional(text({ about: 'The entry that the adjustment takes back' })),
};
export const approval = object(fields);
export type PayrollApproval = CheckedOf<typeof approval>;
export type ApprovalKind = PayrollApproval['kind'];
export type ApprovalState = PayrollApproval['state'];

const details = object({
  ...fields,
  stale: number({ about: 'Rows that would not be paid as prepared any more' }),
});
export type PayrollApprovalDetails = CheckedOf<typeof details>;

const row = object({
  ...payrollPerson,
  startPeriod: day(),
  endPeriod: day(),
  amount: number(),
  entries: number(),
  paymentType,
  paymentInfo,
  isNew: isSo({ about: 'Was never paid before' }),
  accountChanged: isSo({ about: 'Is paid elsewhere than the last time' }),
  usual: optional(number({ about: 'What this payee usually is paid' })),
  unusual: isSo({ about: 'The amount is far from it' }),
});
export type PayrollApprovalRow = CheckedOf<typeof row>;

export const approvalsCall = call('GET /api/payroll-approvals', {
  about: 'Requests for a second person, the latest first',
  ...twoPeople,
  answer: list(approval),
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
  answer: list(row),
  errors: ['not_found'],
});

/** A field that one decision needs and the other may not have. */
const onlyTo = <Needed extends AnySchema>(decision: string, then: Needed) =>
  when('decision', { is: decision, then, otherwise: nothing() });
const decision = object({
  decision: oneOf(['approve', 'decline']),
  hash: onlyTo('approve', text({ max: 100 })),
  reason: onlyTo('decline', reason),
});
export type ApprovalDecision = SentOf<typeof decision>;
export const decideApprovalCall = call('POST /api/payroll-approvals/:id', {
  about: 'The second person’s decision; who prepared it declines to take it back',
  ...twoPeople,
  confirm: 'second-factor',
  body: decision,
  answer: approval,
  errors: ['conflict', 'not_found'],
});
