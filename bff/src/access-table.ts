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

const anybody = { who: 'anybody' } as const;
const service = { who: 'service' } as const;
const apiKey = { who: 'api-key' } as const;
const signedIn = { who: 'signed-in' } as const;
const affiliate = { who: 'affiliate' } as const;
const office = { who: 'office' } as const;
const moderation = { who: 'moderation' } as const;
const accounts = { who: 'accounts' } as const;
const payroll = { who: 'payroll' } as const;
const audit = { who: 'audit' } as const;
const terms = { who: 'terms' } as const;
const accountsOrTerms = { who: ['accounts', 'terms'] } as const;
const queues = { who: 'queues' } as const;
const auditOrQueues = { who: ['audit', 'queues'] } as const;
const administrators = { who: 'administrators' } as const;
const askedAgain = { confirm: 'second-factor' } as const;
const allAskedAgain = { confirm: 'everybody' } as const;
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

  'GET /healthz': anybody,
  'GET /readyz': anybody,
  'GET /dev/outbox': anybody,
  'GET /landing': anybody,
  'GET /go/:campaignID': anybody,
  'GET /partner/:trackID': anybody,
  'GET /unsubscribe': anybody,
  'POST /unsubscribe': anybody,

  'GET /api/configuration': anybody,
  'GET /api/session': anybody,
  'POST /api/login': anybody,
  'POST /api/logout': anybody,
  'POST /api/register': anybody,
  'POST /api/not-me': anybody,
  'POST /api/confirm-email': anybody,
  'GET /api/send-request-restore-password': anybody,
  'GET /api/captcha-challenge': anybody,
  'POST /api/csp-reports': anybody,
  'POST /api/browser-reports': anybody,
  'POST /api/browser-traces': anybody,
  'POST /api/send-contact-message': anybody,
  'GET /api/local/:name': anybody,
  'GET /api/assets/videos/promo.mp4': anybody,

  'POST /api/events': service,
  'POST /api/photos': service,
  'POST /api/profiles': service,

  'GET /api/v1/openapi.json': anybody,
  'GET /api/v1/figures': apiKey,
  'GET /api/v1/sources': apiKey,
  'GET /api/v1/sales': apiKey,
  'GET /api/v1/payments': apiKey,

  'GET /api/confirmation': { ...signedIn, ...askedAgain },
  'POST /api/confirmation': signedIn,
  'GET /api/sessions': signedIn,
  'POST /api/end-other-sessions': signedIn,
  'DELETE /api/sessions/:id': signedIn,
  'GET /api/second-factor': signedIn,
  'POST /api/second-factor/totp': { ...signedIn, ...allAskedAgain },
  'POST /api/second-factor/totp/code': signedIn,
  'DELETE /api/second-factor/totp': { ...signedIn, ...allAskedAgain },
  'GET /api/second-factor/passkey-options': { ...signedIn, ...allAskedAgain },
  'POST /api/second-factor/passkeys': { ...signedIn, ...allAskedAgain },
  'DELETE /api/second-factor/passkeys/:id': { ...signedIn, ...allAskedAgain },
  'POST /api/second-factor/recovery-codes': { ...signedIn, ...allAskedAgain },

  'GET /api/download-promo-video': affiliate,

  'GET /api/openapi.json': office,
  'GET /api/docs': office,
  'GET /api/docs/styles.css': office,
  'GET /api/office-dashboard': office,
  // Their own switch.
  'GET /api/daily-digest': office,
  'POST /api/daily-digest': office,
  // Each kind of failed work is the business of those whose work it is.
  'GET /api/failed-work': office,
  'GET /api/failed-work/payroll-jobs': payroll,
  'POST /api/failed-work/payroll-jobs': payroll,
  'GET /api/failed-work/picture-jobs': moderation,
  'POST /api/failed-work/picture-jobs': moderation,
  'GET /api/failed-work/mails': accounts,
  'POST /api/failed-work/mails': accounts,
  'GET /api/failed-work/waiting-events': payroll,
  'POST /api/failed-work/waiting-events': payroll,
  'GET /api/failed-work/refused-events': payroll,
  'POST /api/failed-work/refused-events': payroll,

  'GET /api/images-for-review': moderation,
  'POST /api/update-image-status': moderation,
  'POST /api/update-image-statuses': moderation,
  'GET /api/assets/images/:folder/:photo': moderation,
  'GET /api/assets/images/:folder/thumbs/:photo': moderation,
  'GET /api/moderation-queues': moderation,
  'GET /api/moderation-progress': moderation,
  'GET /api/moderation-decisions': moderation,
  'GET /api/rejection-reasons': moderation,
  'POST /api/claim-item': moderation,
  'POST /api/release-item': moderation,
  'POST /api/undo-decision': moderation,
  'GET /api/profiles-for-review': moderation,
  'POST /api/update-profile-status': moderation,
  'GET /api/staff-for-review': moderation,
  'POST /api/update-staff-status': moderation,

  'GET /api/commission-groups': terms,
  'POST /api/commission-groups': { ...terms, ...askedAgain },
  'POST /api/commission-groups/:groupID/name': { ...terms, ...askedAgain },
  'POST /api/commission-groups/:groupID/terms': { ...terms, ...askedAgain },
  'DELETE /api/commission-groups/:groupID/terms/:number': { ...terms, ...askedAgain },
  'GET /api/account-terms': accountsOrTerms,
  'POST /api/account-terms': { ...terms, ...askedAgain },
  'DELETE /api/account-terms': { ...terms, ...askedAgain },

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
  'GET /api/fraud-signals': accounts,
  'POST /api/fraud-signals/review': accounts,
  'POST /api/reveal-number': { ...accounts, ...askedAgain },
  'GET /api/export-personal-data': { ...accounts, ...allAskedAgain },
  'GET /api/erasure': accounts,
  'POST /api/erase-person': { ...accounts, ...allAskedAgain },
  'GET /api/text-blocks': accounts,
  'POST /api/text-block-preview': accounts,
  'PUT /api/local/:name': accounts,

  'GET /queues': auditOrQueues,
  'GET /queues/*path': auditOrQueues,
  'PUT /queues/api/*path': queues,

  'GET /api/releases': auditOrQueues,

  'GET /api/audit-log': audit,
  'GET /api/export-audit-log': audit,

  'GET /api/administrators': administrators,
  'POST /api/administrators': { ...administrators, ...askedAgain },
  'POST /api/administrators/:adminID/:change': { ...administrators, ...askedAgain },
};
