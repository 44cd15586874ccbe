import * as s from '../schema/schema';
import { ACCOUNT_KIND_NAMES, HIDDEN_NUMBERS, PAID_KINDS, PAYMENT_CHANGE_ORIGINS } from '../wire-accounts';
import { call, raw } from './call';
import { FRAUD_RULES, MAX_SIGNAL_NOTE } from './office.calls';

/* What stands beside an account's record: figures, changes of payment details, a hidden number in full. */

const accounts = { who: 'accounts' } as const;
const kind = s.oneOf(ACCOUNT_KIND_NAMES);
const payeeKind = s.oneOf(PAID_KINDS);

const figures = s.object({
  balance: s.optional(s.number({ about: 'Earned and unpaid, in dollars; missing for members' })),
  payouts: s.list(
    s.object({
      payrollID: s.number(),
      startPeriod: s.day(),
      endPeriod: s.day(),
      amount: s.number(),
      dateCreated: s.instant(),
    }),
    { about: 'Newest first; none for members' },
  ),
  months: s.list(
    s.object({
      month: s.text(),
      sales: s.optional(s.number({ about: 'Of affiliates only' })),
      earnings: s.number(),
    }),
    { about: 'Twelve months through this one, oldest first; empty for members' },
  ),
  affID: s.optional(s.number({ about: 'Of members: who brought them; 0: nobody' })),
});
export type AccountFigures = s.CheckedOf<typeof figures>;
export const accountFiguresCall = call('GET /api/account-figures', {
  about: 'What stands beside a record, in dollars',
  ...accounts,
  query: { kind, id: s.id() },
  answer: figures,
  errors: ['not_found'],
});

const details = s.object({
  paymentType: s.number(),
  payPalID: s.text({ empty: true, about: 'Such as an•••@pay.example; empty: none' }),
  achName: s.text({ empty: true }),
  achAccountType: s.number({ about: '0: none' }),
  achRoutingNumber: s.text({ empty: true }),
  achAccountNumber: s.text({ empty: true, about: 'Its last four digits' }),
});
export type MaskedDetails = s.CheckedOf<typeof details>;
const change = s.object({
  at: s.instant(),
  origin: s.code(PAYMENT_CHANGE_ORIGINS),
  by: s.text({ empty: true, about: 'Email of who did it; empty for an import' }),
  before: s.optional(details),
  after: details,
});
export type PaymentChangeRow = s.CheckedOf<typeof change>;
const shared = s.object({
  kind: s.code(PAID_KINDS),
  id: s.number(),
  name: s.text({ empty: true }),
  same: s.code(['account', 'payPalID'], { about: 'What both have' }),
});
/** Somebody who is paid to the same account or PayPal id. */
export type SharedAccount = s.CheckedOf<typeof shared>;
const paymentChanges = s.object({
  changes: s.list(change),
  shared: s.list(shared),
  heldUntil: s.optional(
    s.day({ about: 'all of a payroll leaves the person out through the day before this one' }),
  ),
});
export type PaymentChanges = s.CheckedOf<typeof paymentChanges>;
export const paymentChangesCall = call('GET /api/payment-changes', {
  about: 'How somebody’s payment details changed, the newest first, and who has the same',
  ...accounts,
  query: { kind: payeeKind, id: s.id() },
  answer: paymentChanges,
  errors: ['not_found'],
});

export const revealNumberCall = call('POST /api/reveal-number', {
  about: 'A hidden number in full; each look is in the audit log',
  ...accounts,
  confirm: 'second-factor',
  body: { kind: payeeKind, id: s.id({ strict: true }), field: s.oneOf(HIDDEN_NUMBERS) },
  answer: s.object({ value: s.text({ empty: true }) }),
  errors: ['not_found', 'too_many_requests'],
});

/* What somebody should look at of an affiliate (docs/RULES.md, Fraud signals). */

const signal = s.object({
  id: s.text(),
  rule: s.code(FRAUD_RULES),
  reason: s.text(),
  foundAt: s.instant(),
  lastAt: s.instant({ about: 'When it was found last' }),
  review: s.optional(
    s.object({ at: s.instant(), by: s.text(), note: s.text() }, { about: 'Once somebody looked at it' }),
  ),
});
export type FraudSignalRow = s.CheckedOf<typeof signal>;

export const fraudSignalsCall = call('GET /api/fraud-signals', {
  about: 'Fraud signals of an affiliate, open ones first',
  who: 'accounts',
  query: { affID: s.id() },
  answer: s.list(signal),
  errors: ['not_found'],
});
export const reviewSignalCall = call('POST /api/fraud-signals/review', {
  about: 'Notes that somebody looked at an open signal',
  who: 'accounts',
  body: {
    id: s.text({ max: 200 }),
    note: s.text({ trim: true, max: MAX_SIGNAL_NOTE, texts: { empty: 'Please enter a note' } }),
  },
  answer: signal,
  errors: ['not_found', 'conflict'],
});

/* Everything about a person as a file, and erasing it (docs/RULES.md, Personal data). */

const person = { kind, id: s.id() };

/** What erasing a person would come to, or came to. */
const erasure = s.object({
  erasedAt: s.optional(s.instant({ about: 'Missing: the person was not erased yet' })),
  obstacle: s.optional(s.text({ about: 'Why it is refused as things are' })),
  kept: s.list(s.object({ what: s.text(), documents: s.number(), why: s.text() }), {
    about: 'What stays, and why',
  }),
});

export const exportPersonalDataCall = call('GET /api/export-personal-data', {
  about: 'Everything that is kept about a person, as a file',
  who: 'accounts',
  confirm: 'everybody',
  sameSite: true,
  query: person,
  answer: raw('text/plain'),
  errors: ['not_found', 'too_many_requests'],
});
export const erasureCall = call('GET /api/erasure', {
  about: 'What erasing a person would come to',
  who: 'accounts',
  query: person,
  answer: erasure,
  errors: ['not_found'],
});
export const erasePersonCall = call('POST /api/erase-person', {
  about: 'Erases a person',
  who: 'accounts',
  confirm: 'everybody',
  body: {
    kind,
    id: s.id({ strict: true }),
    confirm: s.text({ max: 100, about: 'erase, kind and id, such as: erase member 12' }),
  },
  answer: erasure,
  errors: ['not_found', 'conflict'],
});
