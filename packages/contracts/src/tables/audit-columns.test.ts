import type { AuditRow } from '../calls/audit.calls';
import { auditChanges, auditChangeText, auditColumns } from './audit-columns';
import { csvOf } from './csv';

const LINE: AuditRow = {
  id: 'entry:1',
  at: '2026-11-02T15:00:07.123Z',
  actor: { kind: 'administrator', id: 1, emailAddress: 'admin@example.com' },
  action: 'affiliate.updated',
  subject: { type: 'affiliate', id: '12', name: 'Ann Lee' },
};

test.each<[AuditRow['subject']['type'], object, object, string[]]>([
  ['administrator', { status: 1 }, { status: 2 }, ['Status: Open → Closed']],
  ['affiliate', { status: 0 }, { status: 5, reason: 'x' }, ['Status: New → Closed (5)', 'Reason: x']],
  [
    'affiliate',
    {},
    { cents: -1250, reason: 'a fee', entryID: 'e1' },
    ['Amount: −$12.50', 'Reason: a fee', 'Entry ID: e1'],
  ],
  ['payFile', {}, { amountCents: 123456, lines: 3 }, ['Amount: $1,234.56', 'Lines: 3']],
  [
    'staff',
    { paymentType: 0, firstName: '' },
    { paymentType: 1, firstName: 'Sam' },
    ['Payment type: Unknown → ACH', 'First name: (empty) → Sam'],
  ],
  [
    'affiliate',
    { commission: 20, group: 0 },
    { commission: null, group: 1 },
    ['Commission %: 20 → as the group has it', 'Group: None → Group 1'],
  ],
  ['affiliate', { minimumPayout: null }, { minimumPayout: 25 }, ['Minimum payout: (empty) → $25.00']],
  ['commissionGroup', { rebill: null, initial: 30 }, { rebill: null, initial: 35 }, ['Initial: 30 → 35']],
  [
    'payroll',
    {},
    { endDate: '2026-11-02', firstPayrollID: 7 },
    ['End date: Nov 2, 2026', 'First payroll ID: 7'],
  ],
  ['profile', { isGood: false }, { isGood: true, note: '' }, ['Good: No → Yes']],
  ['administrator', {}, { permissions: ['audit'] }, ['Permissions: Read the audit log']],
  ['server', { PAYOUT_MINIMUM: '0' }, { PAYOUT_MINIMUM: '25' }, ['PAYOUT_MINIMUM: 0 → 25']],
  ['sign-in', {}, { why: 'wrong' }, ['Reason: wrong password']],
])('a change of %s from %j to %j is put in words', (type, before, after, texts) => {
  const line = { subject: { type, id: '1' }, before: before as never, after: after as never };
  expect(auditChanges(line).map(auditChangeText)).toEqual(texts);
});

test('the file has each line in words, and says what was erased', () => {
  const change = { before: { commission: 20 }, after: { commission: 30, lastName: '=Lee' } };
  const file = csvOf(auditColumns(), [
    { ...LINE, ...change },
    { ...LINE, erased: true },
  ]);
  expect(file).toContain(
    '2026-11-02 15:00:07,admin@example.com,Affiliate changed,"Affiliate 12, Ann Lee","Commission %: 20 → 30\nLast name: =Lee"',
  );
  expect(file.split('\r\n')[2]).toContain('Erased with the person’s data');
});
