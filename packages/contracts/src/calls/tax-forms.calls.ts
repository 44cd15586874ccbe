import {
  type CheckedOf,
  code,
  flag,
  id,
  instant,
  list,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  standard,
  text,
} from '../schema/schema';
import { PAID_KINDS } from '../wire-accounts';
import { TAX_FORM_PROBLEMS, TAX_FORM_STATES, type TaxFormProblem } from '../wire-tax-forms';
import { call, raw } from './call';

/* Year end: who gets a Form 1099-NEC, and its files (docs/RULES.md, Year end). Money in dollars. */

const tax = { who: 'payroll.tax' } as const;
const askedAgain = { ...tax, confirm: 'second-factor' } as const;
const FIRST_YEAR = 2000;

/** A year that has begun. */
const year = number({ whole: true, min: FIRST_YEAR, rule: 'year-begun' });
const digest = text({ format: 'hex', length: 64, about: 'Stands for the forms as they are now' });
const payee = { kind: oneOf(PAID_KINDS), personID: id() };

const sum = object({ count: number(), amount: number() });
/** How many, and their sum. */
export type TaxFormSum = CheckedOf<typeof sum>;
const row = object({
  kind: code(PAID_KINDS),
  personID: number(),
  name: text(),
  amount: number({ about: 'Paid by direct deposit in the year' }),
  state: code(TAX_FORM_STATES),
  problem: optional(
    code(Object.keys(TAX_FORM_PROBLEMS) as TaxFormProblem[], { about: 'Of one in the state missing' }),
  ),
  askedAt: optional(instant({ about: 'When they were asked for it last' })),
});
/** A payee of a year. */
export type TaxFormRow = CheckedOf<typeof row>;
const taxYear = object({
  year: number(),
  years: list(number(), { about: 'Years that can be asked for, the newest first' }),
  isOver: flag({ about: 'false: what is downloaded is a draft' }),
  threshold: number({ about: 'From so many dollars on a payee gets a form' }),
  hasPayer: flag({
    about: 'Whether the installation knows who pays: without it nothing can be downloaded',
  }),
  sums: object({ missing: sum, ready: sum, below: sum }, { about: 'Payees by state' }),
  askable: number({ about: 'Payees who can be asked by mail' }),
  unknownType: sum,
  unsent: sum,
  digest: text({ about: 'Stands for the forms as they are now: sent to download one of their files' }),
  rows: list(row, { about: 'A page of 50 payees: those for whom something is missing first' }),
  total: number({ about: 'Payees on all pages' }),
});
/**
 * Payees of a year. `unknownType`: payments of type Unknown, which count for nobody; `unsent`: direct deposits that are in
 * no pay file and not marked paid, which count by the day of their execution.
 */
export type TaxFormsOfYear = CheckedOf<typeof taxYear>;
export const taxFormsCall = call('GET /api/tax-forms', {
  about: 'Payees of a year, without one of that which is over last',
  ...tax,
  query: { year: optional(year), state: optional(oneOf(TAX_FORM_STATES)), page: standard(id(), 1) },
  answer: taxYear,
});

const fileRequest = object({
  year,
  part: id({ strict: true, about: 'The forms 100 × (part − 1) + 1 and up' }),
  digest,
  template: optional(
    text({ max: 10_000, about: 'First line of the IRS’s template, where it is another one than ours' }),
  ),
});
export type TaxFileRequest = SentOf<typeof fileRequest>;
export const taxFileCall = call('POST /api/tax-forms/file', {
  about: 'A file for the IRS, with whole tax ids',
  ...askedAgain,
  body: fileRequest,
  answer: object({ fileName: text(), text: text({ about: 'CSV' }) }),
  errors: ['conflict', 'not_found'],
});
export const taxCopiesCall = call('GET /api/tax-forms/copies', {
  about: 'Copies to print for the payees of a file',
  ...tax,
  sameSite: true,
  query: { year, part: id(), digest },
  answer: raw('text/html'),
  errors: ['conflict', 'not_found'],
});
export const taxCopyCall = call('GET /api/tax-forms/copy', {
  about: 'A payee’s copy to print',
  ...tax,
  sameSite: true,
  query: { year, ...payee },
  answer: raw('text/html'),
  errors: ['conflict', 'not_found'],
});

const askRequest = object({ requestID: text({ format: 'guid' }), year, payee: optional(object(payee)) });
export type TaxIdRequest = SentOf<typeof askRequest>;
export const askForTaxIdsCall = call('POST /api/tax-forms/requests', {
  about: 'Asks one payee, or all, for what is missing; the same requestID mails nobody twice',
  ...tax,
  body: askRequest,
  answer: object({ asked: number({ about: 'People who were asked' }) }),
  errors: ['conflict', 'not_found'],
});

export const affiliateTaxFormCall = call('GET /api/affiliate-tax-form', {
  about: 'An affiliate’s copy of a year to print',
  who: 'affiliate',
  own: 'affiliateID',
  query: { affiliateID: id(), year },
  answer: raw('text/html'),
  errors: ['not_found'],
});
