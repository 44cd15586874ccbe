import type { PaidKind } from './wire-payment-changes';

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

/** The problems that the payee can solve: whom to ask by mail. */
export const ASKED_PROBLEMS: readonly TaxFormProblem[] = [
  'no tax id',
  'invalid tax id',
  'incomplete address',
];

/** A payee gets a form, something is missing for it, or was paid less than the threshold. */
export const TAX_FORM_STATES = ['missing', 'ready', 'below'] as const;
export type TaxFormState = (typeof TAX_FORM_STATES)[number];

/** A payee of a year. */
export interface TaxFormRow {
  kind: PaidKind;
  personID: number;
  name: string;
  /** Paid by direct deposit in the year; dollars. */
  amount: number;
  state: TaxFormState;
  /** Of one in the state `missing`. */
  problem?: TaxFormProblem;
  /** When they were asked for it last (instant, ISO 8601). */
  askedAt?: string;
}

/** How many, and their sum in dollars. */
export interface TaxFormSum {
  count: number;
  amount: number;
}

/** GET /tax-forms?year&state&page. */
export interface TaxFormsOfYear {
  year: number;
  /** Years that can be asked for, the newest first. */
  years: number[];
  /** false: what is downloaded is a draft. */
  isOver: boolean;
  /** From so many dollars on a payee gets a form. */
  threshold: number;
  /** Whether the installation knows who pays: without it nothing can be downloaded. */
  hasPayer: boolean;
  /** Payees by state. */
  sums: Record<TaxFormState, TaxFormSum>;
  /** Payees who can be asked by mail. */
  askable: number;
  /** Payments of type Unknown: they count for nobody. */
  unknownType: TaxFormSum;
  /** Direct deposits that are in no pay file and not marked paid: they count by the day of their execution. */
  unsent: TaxFormSum;
  /** Stands for the forms as they are now: sent to download one of their files. */
  digest: string;
  /** A page of 50 payees: those for whom something is missing first. */
  rows: TaxFormRow[];
  /** Payees on all pages. */
  total: number;
}

/** POST /tax-forms/file: the forms 100 × (part − 1) + 1 and up, with whole tax ids. */
export interface TaxFileRequest {
  year: number;
  part: number;
  digest: string;
  /** First line of the IRS's template, where it is another one than ours. */
  template?: string;
}

export interface TaxFile {
  fileName: string;
  /** CSV. */
  text: string;
}

/** POST /tax-forms/requests: asks one payee, or all, for what is missing; the same requestID mails nobody twice. */
export interface TaxIdRequest {
  /** UUID. */
  requestID: string;
  year: number;
  payee?: { kind: PaidKind; personID: number };
}

export interface TaxIdRequestOutcome {
  /** People who were asked. */
  asked: number;
}
