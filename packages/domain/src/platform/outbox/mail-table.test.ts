import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { configureDomain } from '../config';
import { MAIL_KINDS, MAILS, type MailGiven, type MailInfo, type MailKind } from './mail-table';
import { mailOf } from './mails';

const token = 'to+ken';
const payment = {
  payrollID: 7,
  startPeriod: '2026-03-01',
  endPeriod: '2026-03-10',
  amountCents: 1234,
  account: 'account ending in 6789',
};
const GIVEN: { [Kind in MailKind]: MailGiven<Kind> } = {
  'password-reset': { token },
  contact: { from: 'a visitor', emailAddress: 'ada@example.com', subject: 'Two\nlines', message: 'Hello' },
  invitation: { token, emailAddress: 'ada@example.com' },
  'password-changed': { what: 'office-access', details: 'Ada was closed.' },
  'email-confirmation': { token },
  'payment-changed': { how: 'in your account', before: 'nothing', after: 'PayPal' },
  'tax-id': { year: 2026, reason: 'no tax id', entersIt: false },
  'payment-executed': payment,
  'payment-paid': { ...payment, paymentType: 1 },
  'payment-returned': { ...payment, reason: 'Account closed', signsIn: true },
  'weekly-summary': {
    start: '2026-03-02',
    end: '2026-03-08',
    salesCount: 2,
    salesCents: 2000,
    refundsCount: 0,
    payoutCents: 400,
  },
  'proof-digest': { day: '2026-03-01', journal: '7:ab', auditLog: '3:cd' },
  'daily-digest': { waiting: [{ text: 'Profiles: 2', path: '/approve-profiles' }] },
};
/** Who has what a mail is about, by who gets it. */
const WHOSE: Record<MailInfo['to'], 'affiliate' | 'administrator'> = {
  affiliate: 'affiliate',
  payee: 'affiliate',
  account: 'administrator',
  administrator: 'administrator',
  office: 'affiliate',
};

const make = (kind: MailKind, whose: string) =>
  mailOf(kind, { to: 'to@example.com', whose: { kind: whose as never, id: 5 } }, GIVEN[kind]);

beforeAll(() =>
  configureDomain({
    fieldKeys: [{ id: 'k1', key: randomBytes(32) }],
    proofKeys: DEVELOPMENT_PROOF_KEYS,
    timeZone: 'America/New_York',
    publicUrl: 'https://site.example',
  }),
);

test.each(MAIL_KINDS)(
  '%s has its text, leads to the site and ends with its setting, if it has one',
  (kind) => {
    const { to, notice }: MailInfo = MAILS[kind];
    const mail = make(kind, WHOSE[to]);
    expect(mail.subject).toMatch(/^[A-Z][^\n]+$/);
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/undefined|NaN|\[object/);
    if (kind !== 'contact') expect(mail.text).toContain('https://site.example/');
    const whose = { kind: WHOSE[to], id: 5 };
    expect(mail).toMatchObject(notice ? { about: { ...whose, notice } } : { owner: whose });
    expect(mail.text.includes('/unsubscribe?token=')).toBe(notice !== undefined);
  },
);

test('who does not sign in gets the same mail, with nothing to switch off', () => {
  const { owner, about, text } = make('payment-returned', 'staff');
  expect({ owner, about }).toEqual({ owner: { kind: 'staff', id: 5 }, about: undefined });
  expect(text).not.toContain('/unsubscribe');
});

test('the rules list every mail as it is', () => {
  const rows =
    readFileSync(join('docs', 'RULES.md'), 'utf8')
      .match(/^\| mail \|.*(?:\n\|.*)+/m)?.[0]
      .split('\n') ?? [];
  const written = MAIL_KINDS.map((kind) => {
    const { to, notice }: MailInfo = MAILS[kind];
    return `| ${kind} | ${to} | ${notice ?? 'none'} |`;
  });
  expect(rows.slice(2)).toEqual(written);
});
