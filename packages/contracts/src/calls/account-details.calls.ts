import {
  type CheckedOf,
  code,
  day,
  id,
  instant,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema/schema';
import { ACCOUNT_KIND_NAMES, HIDDEN_NUMBERS, PAID_KINDS, PAYMENT_CHANGE_ORIGINS } from '../wire-accounts';
import { call } from './call';

/* What stands beside an account's record: figures, changes of payment details, a hidden number in full. */

const accounts = { who: 'accounts' } as const;
const kind = oneOf(ACCOUNT_KIND_NAMES);
const payeeKind = oneOf(PAID_KINDS);

const figures = object({
  balance: optional(number({ about: 'Earned and unpaid, in dollars; missing for members' })),
  payouts: list(
    object({
      payrollID: number(),
      startPeriod: day(),
      endPeriod: day(),
      amount: number(),
      dateCreated: instant(),
    }),
    { about: 'Newest first; none for members' },
  ),
  months: list(
    object({
      month: text(),
      sales: optional(number({ about: 'Of affiliates only' })),
      earnings: number(),
    }),
    { about: 'Twelve months through this one, oldest first; empty for members' },
  ),
  affID: optional(number({ about: 'Of members: who brought them; 0: nobody' })),
});
export type AccountFigures = CheckedOf<typeof figures>;
export const accountFiguresCall = call('GET /api/account-figures', {
  about: 'What stands beside a record, in dollars',
  ...accounts,
  query: { kind, id: id() },
  answer: figures,
  errors: ['not_found'],
});

const details = object({
  paymentType: number(),
  payPalID: text({ empty: true, about: 'Such as an•••@pay.example; empty: none' }),
  achName: text({ empty: true }),
  achAccountType: number({ about: '0: none' }),
  achRoutingNumber: text({ empty: true }),
  achAccountNumber: text({ empty: true, about: 'Its last four digits' }),
});
/** Where somebody's money goes, masked. */
export type MaskedDetails = CheckedOf<typeof details>;
const change = object({
  at: instant(),
  origin: code(PAYMENT_CHANGE_ORIGINS),
  by: text({ empty: true, about: 'Email of who did it; empty for an import' }),
  before: optional(details),
  after: details,
});
export type PaymentChangeRow = CheckedOf<typeof change>;
const shared = object({
  kind: code(PAID_KINDS),
  id: number(),
  name: text({ empty: true }),
  same: code(['account', 'payPalID'], { about: 'What both have' }),
});
/** Somebody who is paid to the same account or PayPal id. */
export type SharedAccount = CheckedOf<typeof shared>;
const paymentChanges = object({
  changes: list(change),
  shared: list(shared),
  heldUntil: optional(
    day({ about: 'all of a payroll leaves the person out through the day before this one' }),
  ),
});
export type PaymentChanges = CheckedOf<typeof paymentChanges>;
export const paymentChangesCall = call('GET /api/payment-changes', {
  about: 'How somebody’s payment details changed, the newest first, and who has the same',
  ...accounts,
  query: { kind: payeeKind, id: id() },
  answer: paymentChanges,
  errors: ['not_found'],
});

export const revealNumberCall = call('POST /api/reveal-number', {
  about: 'A hidden number in full; each look is in the audit log',
  ...accounts,
  confirm: 'second-factor',
  body: { kind: payeeKind, id: id({ strict: true }), field: oneOf(HIDDEN_NUMBERS) },
  answer: object({ value: text({ empty: true }) }),
  errors: ['not_found', 'too_many_requests'],
});
