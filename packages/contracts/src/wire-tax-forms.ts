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
