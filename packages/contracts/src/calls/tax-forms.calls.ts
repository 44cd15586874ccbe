import * as s from '../schema/schema';
import { PAID_KINDS } from '../wire-accounts';
import { call, raw } from './call';

/** Forms in one file for the IRS, which takes no more, and in one document of copies. */
export const TAX_FORMS_PER_FILE = 100;

/** What stands in the way of a payee's form (docs/RULES.md, Year end). */
export const TAX_FORM_PROBLEMS = {
  'no tax id': 'No tax id',
  'invalid tax id': 'Invalid tax id',
  'incomplete address': 'Name or address incomplete',
  'unreadable tax id': 'Tax id cannot be decrypted',
  abroad: 'Outside the United States',
} as const;
export type TaxFormProblem = keyof typeof TAX_FORM_PROBLEMS;

const ASKED_PROBLEMS = ['no tax id', 'invalid tax id', 'incomplete address'] as const;
/** A problem that the payee can solve: whom to ask by mail. */
export type AskedProblem = (typeof ASKED_PROBLEMS)[number] & TaxFormProblem;
export const isAskedProblem = (problem: string): problem is AskedProblem =>
  (ASKED_PROBLEMS as readonly string[]).includes(problem);

/** A payee gets a form, something is missing for it, or was paid less than the threshold. */
export const TAX_FORM_STATES = ['missing', 'ready', 'below'] as const;
export type TaxFormState = (typeof TAX_FORM_STATES)[number];

/* Year end: who gets a Form 1099-NEC, and its files (docs/RULES.md, Year end). Money in dollars. */

const tax = { who: 'payroll.tax' } as const;
const askedAgain = { ...tax, confirm: 'second-factor' } as const;
const FIRST_YEAR = 2000;

const year = s.number({ whole: true, min: FIRST_YEAR, rule: 'year-begun' });
const digest = s.text({ format: 'hex', length: 64, about: 'Stands for the forms as they are now' });
const payee = { kind: s.oneOf(PAID_KINDS), personID: s.id() };

const sum = s.object({ count: s.number(), amount: s.number() });
export type TaxFormSum = s.CheckedOf<typeof sum>;
const row = s.object({
  kind: s.code(PAID_KINDS),
  personID: s.number(),
  name: s.text(),
  amount: s.number({ about: 'Paid by direct deposit in the year' }),
  state: s.code(TAX_FORM_STATES),
  problem: s.optional(
    s.code(Object.keys(TAX_FORM_PROBLEMS) as TaxFormProblem[], { about: 'Of one in the state missing' }),
  ),
  askedAt: s.optional(s.instant({ about: 'When they were asked for it last' })),
});
export type TaxFormRow = s.CheckedOf<typeof row>;
const taxYear = s.object({
  year: s.number(),
  years: s.list(s.number(), { about: 'Years that can be asked for, the newest first' }),
  isOver: s.flag({ about: 'false: what is downloaded is a draft' }),
  threshold: s.number({ about: 'From so many dollars on a payee gets a form' }),
  hasPayer: s.flag({
    about: 'Whether the installation knows who pays: without it nothing can be downloaded',
  }),
  sums: s.object({ missing: sum, ready: sum, below: sum }, { about: 'Payees by state' }),
  askable: s.number({ about: 'Payees who can be asked by mail' }),
  unknownType: sum,
  unsent: sum,
  digest: s.text({ about: 'Stands for the forms as they are now: sent to download one of their files' }),
  rows: s.list(row, { about: 'A page of 50 payees: those for whom something is missing first' }),
  total: s.number({ about: 'Payees on all pages' }),
});
/**
 * Payees of a year. `unknownType`: payments that count for nobody; `unsent`: direct deposits in no pay file and not marked
 * paid, which count by the day of their execution.
 */
export type TaxFormsOfYear = s.CheckedOf<typeof taxYear>;
export const taxFormsCall = call('GET /api/tax-forms', {
  about: 'Payees of a year, without one of that which is over last',
  ...tax,
  query: { year: s.optional(year), state: s.optional(s.oneOf(TAX_FORM_STATES)), page: s.standard(s.id(), 1) },
  answer: taxYear,
});

const fileRequest = s.object({
  year,
  part: s.id({ strict: true, about: 'The forms 100 × (part − 1) + 1 and up' }),
  digest,
  template: s.optional(
    s.text({ max: 10_000, about: 'First line of the IRS’s template, where it is another one than ours' }),
  ),
});
export type TaxFileRequest = s.SentOf<typeof fileRequest>;
export const taxFileCall = call('POST /api/tax-forms/file', {
  about: 'A file for the IRS, with whole tax ids',
  ...askedAgain,
  body: fileRequest,
  answer: s.object({ fileName: s.text(), text: s.text({ about: 'CSV' }) }),
  errors: ['conflict', 'not_found'],
});
export const taxCopiesCall = call('GET /api/tax-forms/copies', {
  about: 'Copies to print for the payees of a file',
  ...tax,
  sameSite: true,
  query: { year, part: s.id(), digest },
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

const askRequest = s.object({
  requestID: s.text({ format: 'guid' }),
  year,
  payee: s.optional(s.object(payee)),
});
export type TaxIdRequest = s.SentOf<typeof askRequest>;
export const askForTaxIdsCall = call('POST /api/tax-forms/requests', {
  about: 'Asks one payee, or all, for what is missing; the same requestID mails nobody twice',
  ...tax,
  body: askRequest,
  answer: s.object({ asked: s.number({ about: 'People who were asked' }) }),
  errors: ['conflict', 'not_found'],
});

export const affiliateTaxFormCall = call('GET /api/affiliate-tax-form', {
  about: 'An affiliate’s copy of a year to print',
  who: 'affiliate',
  own: 'affiliateID',
  query: { affiliateID: s.id(), year },
  answer: raw('text/html'),
  errors: ['not_found'],
});
