import type { TaxPayer } from '@partnerdesk/node';
import {
  type NecForm,
  type NecPayee,
  type NecPayment,
  necForms,
  necThresholdCents,
  necTotals,
} from './nec-forms';
import { copiesB, irisCsv } from './tax-documents';

const PAYER: TaxPayer = {
  ein: '981234567',
  name: 'Partnerdesk, Inc.',
  address1: '1 Main St.',
  address2: '',
  city: 'New York',
  state: 'NY',
  postalCode: '10001',
  phone: '2125550100',
  emailAddress: 'tax@example.com',
};
const payee = (fields: Partial<NecPayee> = {}): NecPayee => ({
  kind: 'affiliate',
  personID: 1,
  firstName: 'Ann',
  lastName: 'Ellis',
  companyName: '',
  emailAddress: 'ann@example.com',
  taxID: '219-09-9999',
  taxIDType: 1,
  address1: '2 Oak Ave',
  address2: 'Apt 3',
  city: 'Austin',
  state: 'TX',
  postalCode: '78701',
  abroad: false,
  ...fields,
});
const formOf = (fields: Partial<NecPayee> = {}, cents = 250_000): NecForm => {
  const { forms, problems } = necForms([{ kind: 'affiliate', personID: 1, cents }], [payee(fields)]);
  expect(problems).toEqual([]);
  return forms[0]!;
};

test.each([
  [2024, {}, 60_000],
  [2025, {}, 60_000],
  [2026, {}, 200_000],
  [2027, {}, 200_000],
  [2027, { 2027: 205_000 }, 205_000],
])('the threshold of %s with %j is %s cents', (year, settings, cents) => {
  expect(necThresholdCents(year, settings)).toBe(cents);
});

const payment = (fields: Partial<NecPayment>): NecPayment => ({
  kind: 'affiliate',
  personID: 1,
  paymentType: 1,
  paidDay: '2026-05-01',
  cents: 100,
  state: 'paid',
  inFile: true,
  ...fields,
});

test('totals go by payee and by the day of payment, direct deposits only, returned ones left out', async () => {
  expect(
    await necTotals(2026, [
      payment({ kind: 'staff', cents: 7 }),
      payment({ paidDay: '2026-01-01' }),
      payment({ paidDay: '2026-12-31', cents: 23, state: 'executed' }),
      payment({ paidDay: '2026-12-31', cents: 5, state: 'executed', inFile: false }),
      payment({ paidDay: '2025-12-31' }),
      payment({ paidDay: '2027-01-01' }),
      payment({ paymentType: 2 }),
      payment({ paymentType: 0, cents: 9 }),
      payment({ state: 'returned' }),
    ]),
  ).toEqual({
    totals: [
      { kind: 'affiliate', personID: 1, cents: 128 },
      { kind: 'staff', personID: 1, cents: 7 },
    ],
    unknownType: { count: 1, cents: 9 },
    unsent: { count: 1, cents: 5 },
  });
});

test.each([
  [{ taxID: '' }, 'no tax id'],
  [{ taxIDType: 0 }, 'no tax id'],
  [{ taxID: '123-45-6789' }, 'invalid tax id'],
  [{ taxID: undefined }, 'unreadable tax id'],
  [{ abroad: true }, 'abroad'],
  [{ city: '' }, 'incomplete address'],
  [{ city: '東京' }, 'incomplete address'],
  [{ state: 'Texas' }, 'incomplete address'],
  [{ postalCode: '1' }, 'incomplete address'],
  [{ firstName: '' }, 'incomplete address'],
  [{ lastName: '=+@' }, 'incomplete address'],
] as const)('a payee with %j is listed, with whom to ask', (fields, reason) => {
  const who = payee(fields);
  const total = { kind: 'affiliate' as const, personID: 1, cents: 200_000 };
  const name = `${who.firstName} ${who.lastName}`.trim();
  expect(necForms([total], [who])).toEqual({
    forms: [],
    problems: [{ ...total, name, emailAddress: 'ann@example.com', reason }],
  });
});

describe('the file for IRIS', () => {
  const table = (text: string) => {
    const [header = '', ...rows] = text.trimEnd().split('\r\n');
    const names = header.split(',');
    return rows.map((row) => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
  };

  test('names a person by its parts, a company by its name, in the characters that IRIS takes', () => {
    const company = { taxID: '12-3456780', taxIDType: 2, companyName: '=cmd|Ñandú & Sons, "LLC"' };
    const file = irisCsv(2026, PAYER, [formOf(), formOf(company, 1_234_567)]);
    const [person, business] = table(file);
    expect(person).toMatchObject({
      'Form Type': '1099-NEC',
      'Tax Year': '2026',
      'Payer Taxpayer ID Number': '981234567',
      'Payer Business or Entity Name Line 1': 'Partnerdesk Inc',
      'Recipient TIN Type': 'SSN',
      'Recipient Taxpayer ID Number': '219099999',
      'Recipient Name Type': 'I',
      'Recipient First Name': 'Ann',
      'Recipient Last Name (Surname)': 'Ellis',
      'Recipient City/Town': 'Austin',
      'Box 1 - Nonemployee Compensation': '2500.00',
    });
    expect(business).toMatchObject({
      'Recipient TIN Type': 'EIN',
      'Recipient Name Type': 'B',
      'Recipient Business or Entity Name Line 1': 'cmd Nandu & Sons LLC',
      'Recipient First Name': '',
      'Box 1 - Nonemployee Compensation': '12345.67',
    });
  });

  test('follows another year’s template, and is not made without a column for a value', () => {
    const file = irisCsv(2026, PAYER, [formOf()]);
    const header = file.split('\r\n')[0]!.split(',');
    const next = ['New Column*', ...header.map((name) => `${name.toUpperCase()}*`).reverse()];
    const [row] = table(irisCsv(2026, PAYER, [formOf()], next));
    expect(row).toMatchObject({ 'New Column*': '', 'BOX 1 - NONEMPLOYEE COMPENSATION*': '2500.00' });
    expect(() => irisCsv(2026, PAYER, [formOf()], header.slice(0, 30))).toThrow(/The template has no column/);
  });
});

test('copy B has a page for each payee, its figures, and the last four digits of the tax id only', () => {
  const forms = [
    formOf({ firstName: '<b>Ann' }),
    formOf({ taxID: '12-3456780', taxIDType: 2, companyName: 'Ellis Inc' }, 1_234_567),
  ];
  const html = copiesB(2026, PAYER, forms, { draft: false });
  expect(html).not.toContain('Draft');
  expect(copiesB(2026, PAYER, forms, { draft: true }).match(/Draft: 2026 is not over/g)).toHaveLength(2);
  expect(html.match(/<section/g)).toHaveLength(2);
  for (const text of [
    '$2,500.00',
    '$12,345.67',
    'XXX-XX-9999',
    'XX-XXX6780',
    '98-1234567',
    '&lt;b&gt;Ann Ellis',
    'Austin, TX 78701',
  ])
    expect(html).toContain(text);
  expect(html).not.toMatch(/219-?09-?9999|12-?3456780|<b>Ann|<script|https?:\/\//);
});
