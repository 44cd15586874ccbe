import { CALLS, type Confirm, type Who } from '@partnerdesk/contracts';

export type { Who };

export interface AccessRow {
  /** Several: each of them is enough. */
  who: Who | readonly Who[];
  /** Who is asked again for a proof before it (docs/RULES.md, Who may enter "Asked again"). */
  confirm?: Confirm;
  /** The same of calls that need it for some inputs only, which their handler decides: for which. */
  confirmFor?: { who: Confirm; when: string };
  /** The field of the query or body with an affiliate's id: only their own is answered. */
  own?: string;
}

const accounts = { who: 'accounts' } as const;
const askedAgain = { confirm: 'second-factor' } as const;
const askedForPayee = {
  who: 'second-factor',
  when: 'a new email, new payment details and another commission',
} as const;

/**
 * Every endpoint and who may call it: the routes get their session and permission steps from here, the walking test its
 * cells. A route without a row keeps the server from starting. What depends on the input (own ids, the queue of a job) is
 * decided in the handler, on top of this.
 */
export const ACCESS: Readonly<Record<string, AccessRow>> = {
  ...Object.fromEntries(CALLS.map((call): [string, AccessRow] => [call.name, call])),

  'GET /api/find-anyone': accounts,
  'GET /api/get-affiliate-info': accounts,
  'GET /api/get-staff-info': accounts,
  'GET /api/get-member-info': accounts,
  'GET /api/export-affiliates': { ...accounts, ...askedAgain },
  'GET /api/export-staff': { ...accounts, ...askedAgain },
  'GET /api/export-members': { ...accounts, ...askedAgain },
  'POST /api/update-affiliate': { ...accounts, confirmFor: askedForPayee },
  'POST /api/update-staff': { ...accounts, confirmFor: askedForPayee },
  'POST /api/update-member': accounts,
  'POST /api/update-affiliate-status': accounts,
  'GET /api/account-figures': accounts,
  'GET /api/account-history': accounts,
  'GET /api/payment-changes': accounts,
  'POST /api/reveal-number': { ...accounts, ...askedAgain },
};
