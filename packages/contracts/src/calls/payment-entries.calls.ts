import * as MESSAGE from '../messages';
import {
  type CheckedOf,
  code,
  day,
  id,
  instant,
  list,
  number,
  object,
  optional,
  type SentOf,
  standard,
  text,
} from '../schema/schema';
import { STATEMENT_PARTS } from '../wire-payroll';
import { call, raw } from './call';
import { affiliatesOr, page, paymentInfo, paymentState, paymentType } from './payroll-fields';

/* What payments add up, for affiliates and the office (docs/RULES.md, Payroll). Money in dollars. */

export const payrollEntry = object({
  entryID: text(),
  type: text(),
  at: instant(),
  postedDay: day({ about: 'Day on which payroll counts it' }),
  amount: number(),
  commission: number(),
  payout: number(),
  memberID: optional(number()),
  saleID: optional(number()),
  reason: optional(text()),
  by: optional(text({ about: 'Who of the office made it; for the office only' })),
});
/** One amount earned or taken back. */
export type PayrollEntry = CheckedOf<typeof payrollEntry>;

const entriesQuery = object(
  {
    payrollID: optional(id()),
    payrollType: affiliatesOr,
    personID: optional(id()),
    endDate: optional(day({ texts: { any: MESSAGE.selectPayrollEndDate } })),
    page,
  },
  { oneOf: ['payrollID', 'personID'], with: ['personID', 'endDate'] },
);
export type EntriesQuery = SentOf<typeof entriesQuery>;
export const payrollEntriesCall = call('GET /api/payroll-entries', {
  about:
    'Entries of a payment, or what is open of a person through a day; how many there are is in X-Total-Count. Affiliates: of a payment of their own',
  who: 'signed-in',
  query: entriesQuery,
  answer: list(payrollEntry),
  errors: ['not_found'],
});

const payee = { who: ['affiliate', 'payroll'] } as const;
const sum = object({ part: code(STATEMENT_PARTS), entries: number(), payout: number() });
const statement = object({
  payrollID: number(),
  name: text(),
  startPeriod: day(),
  endPeriod: day(),
  paymentType,
  paymentInfo,
  dateCreated: instant(),
  state: paymentState,
  reason: optional(text({ about: 'Why it was returned' })),
  sums: list(sum, { about: 'They add up to amount' }),
  amount: number(),
  entries: list(payrollEntry, { about: 'One page of them, the oldest first' }),
  total: number({ about: 'Entries on all pages' }),
  broughtForward: number({ about: 'What the entries of the pages before add up to' }),
});
/** A payment and all that it adds up. */
export type PaymentStatement = CheckedOf<typeof statement>;
export const paymentStatementCall = call('GET /api/payment-statement', {
  about: 'A payment and all that it adds up; affiliates read their own',
  ...payee,
  query: { payrollID: id(), page: standard(id(), 1) },
  answer: statement,
  errors: ['not_found'],
});
export const exportPaymentStatementCall = call('GET /api/export-payment-statement', {
  about: 'The entries of a payment as a CSV file',
  ...payee,
  sameSite: true,
  query: { payrollID: id() },
  answer: raw('text/csv'),
  errors: ['not_found'],
});
