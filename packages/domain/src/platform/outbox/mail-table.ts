/* One table of all mails: their texts lie beside one another to be read as one voice. */
import {
  type AskedProblem,
  DAILY_DIGEST,
  formatDay,
  formatUsd,
  isPaidBy,
  type Notice,
  PAYMENT_METHODS,
  type PaidKind,
  type SignInKind,
} from '@partnerdesk/contracts';

/** Who gets a mail, and so whose it may be. */
interface Recipients {
  affiliate: SignInKind;
  payee: PaidKind;
  account: SignInKind | 'administrator';
  administrator: 'administrator';
  /** It is whose message it carries. */
  office: SignInKind;
}

export interface MailInfo {
  to: keyof Recipients;
  /** The setting that switches it off, of those who sign in (docs/RULES.md, Mails). */
  notice?: Notice | typeof DAILY_DIGEST;
  /** Whether it follows from what somebody has just done; else a sweep makes many at once. */
  awaited: boolean;
  subject: (given: never) => string;
  text: (given: never, site: string) => string;
}

/** Digests of the journal and of the audit log, `NUMBER:HASH`. */
interface LedgerDigest {
  day: string;
  journal: string;
  auditLog: string;
  /** What of an earlier digest the database does not show. */
  missing?: string;
}
type Token = Record<'token', string>;
/** "This wasn't me"; missing: only our support can help. */
type Denial = { denialUrl?: string | undefined };
interface Payment {
  payrollID: number;
  startPeriod: string;
  endPeriod: string;
  amountCents: number;
  /** Where it goes, masked. */
  account: string;
}
const usd = (cents: number) => formatUsd(cents / 100);
const periodOf = ({ startPeriod, endPeriod }: Payment) =>
  `${formatDay(startPeriod)} to ${formatDay(endPeriod)}`;

type Week = Record<'start' | 'end', string> &
  Record<'salesCount' | 'salesCents' | 'refundsCount' | 'payoutCents', number>;
type Digest = { waiting: readonly Record<'text' | 'path', string>[] };

const MISSING: Record<AskedProblem, string> = {
  'no tax id': 'we don’t have your tax id (SSN, ITIN or EIN).',
  'invalid tax id': 'the tax id in your account is not one that the IRS gives out.',
  'incomplete address':
    'your name or address in the United States is incomplete: it takes first and last name, or the company’s name, street, city, state (two letters) and ZIP code.',
};

/** A change of an account that its owner is mailed about. */
interface ChangeInfo {
  subject: string;
  text: (given: ChangeGiven, site: string) => string;
  /** Whether its mail has a "this wasn't me" (docs/RULES.md, Who may enter "Passwords"). */
  mayDeny: boolean;
}
interface ChangeGiven extends Denial {
  details?: string;
}
const deniable = (subject: string): ChangeInfo => ({
  subject,
  text: ({ denialUrl }) => `This has just happened in your account: ${subject}.

If it was you, there is nothing to do. This wasn't me: secure the account, within a week:
${denialUrl}

It makes the password void, signs everybody out and ends every API key.
`,
  mayDeny: true,
});

export const NOTICED_CHANGES = {
  'password-changed': deniable('Your password has been changed'),
  'email-entered': deniable('A new email has been entered'),
  'email-changed': deniable('Your email has been changed'),
  'factor-added': deniable('A second factor has been added'),
  'factor-removed': deniable('A second factor has been removed'),
  'factor-reset': deniable('Your second factor has been reset'),
  'recovery-codes-made': deniable('New recovery codes have been made'),
  'api-key-made': deniable('An API key has been made'),
  'account-secured': {
    subject: 'The account has been secured',
    // The intruder may read it too: nothing in it opens or changes anything.
    text: (
      { details = '' },
      site,
    ) => `Somebody has used “This wasn’t me” of a mail that we sent about a change of this account.

${details}

Set a new password: ${site}/restore-password
If it wasn't you: ${site}/contact
`,
    mayDeny: false,
  },
  // To those who manage administrators.
  'office-access': {
    subject: 'Access to the office has changed',
    text: ({ details = '' }, site) => `${details}

If nobody of you wanted this, close the account of who did it, and end their sessions:
${site}/administrators
`,
    mayDeny: false,
  },
} satisfies Record<string, ChangeInfo>;
export type NoticedChange = keyof typeof NOTICED_CHANGES;
type Change = ChangeGiven & { what: NoticedChange };

/** Every mail; plain text. */
export const MAILS = {
  'password-reset': {
    to: 'account',
    awaited: true,
    subject: () => 'Set a new password',
    text: ({ token }: Token, site) => `Somebody, hopefully you, has asked for a new password of your account.

Set it here, within an hour:
${site}/update-password?token=${token}

The link works once. If you did not ask for it, ignore this mail: your password stays as it is.
`,
  },
  contact: {
    to: 'office',
    awaited: true,
    subject: ({ subject }: { subject: string }) => `Contact: ${subject.replace(/\s+/g, ' ')}`,
    text: ({ from, emailAddress, message }: Record<'from' | 'emailAddress' | 'message', string>) =>
      `From ${from}, ${emailAddress}\n\n${message}\n`,
  },
  invitation: {
    to: 'administrator',
    awaited: true,
    subject: () => 'You are invited to the office',
    text: ({ token, emailAddress }: Token & { emailAddress: string }, site) =>
      `You have been given access to the office of ${site}.

Set your password here, within three days:
${site}/update-password?invitation=1&token=${token}

The link works once. Sign in with ${emailAddress} afterwards.
`,
  },
  'password-changed': {
    to: 'account',
    awaited: true,
    subject: ({ what }: Change) => NOTICED_CHANGES[what].subject,
    text: (change: Change, site) => NOTICED_CHANGES[change.what].text(change, site),
  },
  'email-confirmation': {
    to: 'affiliate',
    awaited: true,
    subject: () => 'Confirm your new email',
    text: ({ token }: Token, site) => `This address was entered as the new email of an account.

Confirm it, within three days:
${site}/confirm-email?token=${encodeURIComponent(token)}

Until then the account keeps the email that it has. If it was not you, ignore this mail: nothing changes.
`,
  },
  'payment-changed': {
    to: 'payee',
    awaited: true,
    subject: () => 'Your payment details were changed',
    text: ({ how, before, after, denialUrl }: Record<'how' | 'before' | 'after', string> & Denial, site) =>
      `Your payment details were changed ${how}.

Before: ${before}
Now: ${after}

If you did not ask for this, write to us at once, so that your next payment does not go there:
${site}/contact
${denialUrl ? `\nThis wasn't me: secure the account, within a week:\n${denialUrl}\n` : ''}`,
  },
  // No digit of a tax id is in it.
  'tax-id': {
    to: 'payee',
    awaited: true,
    subject: ({ year }: { year: number }) => `Please complete your tax information for ${year}`,
    text: ({ year, reason, entersIt }: { year: number; reason: AskedProblem; entersIt: boolean }, site) =>
      `We paid you by direct deposit in ${year} and have to report it to the IRS on Form 1099-NEC. For that something is missing: ${MISSING[reason]}

${
  entersIt
    ? `Enter it in your account, with the United States as the country:\n${site}/account\n`
    : `Write to us, and we will arrange with you how to hand it over safely:\n${site}/contact\n`
}
Please never put the number itself into a mail or into the contact form.
`,
  },
  'payment-executed': {
    to: 'affiliate',
    notice: 'payment-executed',
    awaited: false,
    subject: ({ amountCents }: Payment) => `Your payment of ${usd(amountCents)}`,
    text: (payment: Payment, site) => {
      const { payrollID, amountCents, account } = payment;
      const goes = account ? `to the ${account}` : 'on its way as soon as your payment details are there';
      return `Your payment of ${usd(amountCents)} for ${periodOf(payment)} was executed: its amount is fixed, and it is paid next.
It will go ${goes}. Whether it was paid, and each entry of it:
${site}/statement?payrollID=${payrollID}
`;
    },
  },
  'payment-paid': {
    to: 'affiliate',
    // One setting is about both.
    notice: 'payment-executed',
    awaited: false,
    subject: ({ amountCents }: Payment) => `Your payment of ${usd(amountCents)} is on its way`,
    text: (payment: Payment & { paymentType: number }, site) => {
      const { payrollID, amountCents, paymentType, account } = payment;
      const duration = isPaidBy(paymentType) && PAYMENT_METHODS[paymentType].duration;
      return `Your payment of ${usd(amountCents)} for ${periodOf(payment)} was sent${account && ` to the ${account}`}.${duration ? ` ${duration}` : ''}
Each entry of it:
${site}/statement?payrollID=${payrollID}
`;
    },
  },
  'payment-returned': {
    to: 'payee',
    notice: 'payment-returned',
    awaited: false,
    subject: () => 'Your payment was returned',
    text: (payment: Payment & { reason: string; signsIn: boolean }, site) => {
      const { amountCents, account, reason, signsIn } = payment;
      return `Your payment of ${usd(amountCents)} for ${periodOf(payment)} to the ${account} came back.

Reason: ${reason}

The amount is in your balance again and is part of your next payment. Please make sure that it arrives.
${signsIn ? `\nSee your payment details:\n${site}/account\n` : ''}
To correct them, write to us:
${site}/contact
`;
    },
  },
  'weekly-summary': {
    to: 'affiliate',
    notice: 'weekly-summary',
    awaited: false,
    subject: ({ payoutCents }: Week) => `Your week: ${usd(payoutCents)}`,
    text: ({ start, end, salesCount, salesCents, refundsCount, payoutCents }: Week, site) =>
      `What ${formatDay(start)} to ${formatDay(end)} brought:

Sales:    ${salesCount} (${usd(salesCents)})
Refunds:  ${refundsCount}
Earnings: ${usd(payoutCents)}, refunds taken off

Everything in detail:
${site}/statistics
`,
  },
  'proof-digest': {
    to: 'administrator',
    awaited: false,
    subject: ({ missing }: LedgerDigest) =>
      missing ? 'The ledger is not what it was' : 'Digests of the ledger',
    text: ({ day, journal, auditLog, missing }: LedgerDigest, site) =>
      missing
        ? `The database of ${site}/ is not what an earlier digest says: ${missing}.

Unless it was restored from a backup, somebody has written to it. Don't execute payroll before you know.
`
        : `The digests of ${site}/ on ${formatDay(day)}. Keep them: they prove later that nothing until then was altered or cut off.

Journal:   ${journal}
Audit log: ${auditLog}
`,
  },
  [DAILY_DIGEST]: {
    to: 'administrator',
    notice: DAILY_DIGEST,
    awaited: false,
    subject: ({ waiting: { length } }: Digest) =>
      `What waits in the office: ${length} kind${length === 1 ? '' : 's'} of work`,
    text: ({ waiting }: Digest, site) =>
      `This waits in the office:\n\n${waiting.map(({ text, path }) => `- ${text}\n  ${site}${path}`).join('\n')}\n`,
  },
} as const satisfies Record<string, MailInfo>;
export type MailKind = keyof typeof MAILS;
export const MAIL_KINDS = Object.keys(MAILS) as MailKind[];

type Given<Text> = Text extends (given: infer From, site: string) => string ? From : never;
export type MailGiven<Kind extends MailKind> = Given<(typeof MAILS)[Kind]['subject']> &
  Given<(typeof MAILS)[Kind]['text']>;
export type MailOwner<Kind extends MailKind> = Recipients[(typeof MAILS)[Kind]['to']];
