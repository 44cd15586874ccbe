import { copiesB } from './copy-b';
import { irisFiles, type NecPayer } from './iris-csv';
import { type NecForm, type NecPayee, type NecPayment, necForms, necTotals } from './nec-forms';
import { necThresholdCents } from './nec-threshold';
import { taxIdDigits } from './tax-id';

const PAYER: NecPayer = {
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
  ...fields,
});
const formOf = (fields: Partial<NecPayee> = {}, cents = 250_000): NecForm => {
  const { forms, problems } = necForms([{ kind: 'affiliate', personID: 1, cents }], [payee(fields)], 0);
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

test.each([
  ['219-09-9999', 1, '219099999'],
  ['219 09 9999', 1, '219099999'],
  ['900-70-1234', 1, '900701234'],
  ['12-3456780', 2, '123456780'],
  ['12-345678', 2, undefined],
  ['000-12-3456', 1, undefined],
  ['666-12-3456', 1, undefined],
  ['219-00-9999', 1, undefined],
  ['219-09-0000', 1, undefined],
  ['900-49-1234', 1, undefined],
  ['123-45-6789', 1, undefined],
  ['777-77-7777', 1, undefined],
  ['07-1234567', 2, undefined],
  ['', 1, undefined],
])('tax id %j of type %s: %s', (taxID, type, digits) => {
  expect(taxIdDigits(taxID, type)).toBe(digits);
});

describe('totals', () => {
  const payment = (fields: Partial<NecPayment>): NecPayment => ({
    kind: 'affiliate',
    personID: 1,
    paymentType: 1,
    paidDay: '2026-05-01',
    cents: 100,
    state: 'paid',
    ...fields,
  });

  test('go by payee and by the day of payment, direct deposits only, returned ones left out', () => {
    expect(
      necTotals(2026, [
        payment({ paidDay: '2026-01-01' }),
        payment({ paidDay: '2026-12-31', cents: 23, state: 'executed' }),
        payment({ paidDay: '2025-12-31' }),
        payment({ paidDay: '2027-01-01' }),
        payment({ paymentType: 2 }),
        payment({ paymentType: 0 }),
        payment({ state: 'returned' }),
        payment({ kind: 'staff', cents: 7 }),
      ]),
    ).toEqual([
      { kind: 'affiliate', personID: 1, cents: 123 },
      { kind: 'staff', personID: 1, cents: 7 },
    ]);
  });
});

describe('forms', () => {
  const total = (cents: number) => ({ kind: 'affiliate' as const, personID: 1, cents });

  test('begin at the threshold itself', () => {
    expect(necForms([total(199_999)], [payee()], 200_000)).toEqual({ forms: [], problems: [] });
    expect(necForms([total(200_000)], [payee()], 200_000).forms).toMatchObject([
      { taxID: '219099999', cents: 200_000 },
    ]);
  });

  test.each([
    [{ taxID: '' }, 'no tax id'],
    [{ taxIDType: 0 }, 'no tax id'],
    [{ taxID: '123-45-6789' }, 'invalid tax id'],
    [{ city: '' }, 'incomplete address'],
    [{ state: 'Texas' }, 'incomplete address'],
    [{ postalCode: '1' }, 'incomplete address'],
  ] as const)('%j is listed, with whom to ask', (fields, reason) => {
    expect(necForms([total(200_000)], [payee(fields)], 200_000)).toEqual({
      forms: [],
      problems: [{ ...total(200_000), name: 'Ann Ellis', emailAddress: 'ann@example.com', reason }],
    });
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
    const [file = ''] = irisFiles(2026, PAYER, [formOf(), formOf(company, 1_234_567)]);
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

  test('has at most 100 forms; the rest is in the next', () => {
    const files = irisFiles(
      2026,
      PAYER,
      Array.from({ length: 201 }, () => formOf()),
    );
    expect(files.map((file) => table(file).length)).toEqual([100, 100, 1]);
    expect(irisFiles(2026, PAYER, [])).toEqual([]);
  });

  test('follows another year’s template, and is not made without a column for a value', () => {
    const [file = ''] = irisFiles(2026, PAYER, [formOf()]);
    const header = file.split('\r\n')[0]!.split(',');
    const next = ['New Column*', ...header.map((name) => `${name.toUpperCase()}*`).reverse()];
    const [row] = table(irisFiles(2026, PAYER, [formOf()], next)[0]!);
    expect(row).toMatchObject({ 'New Column*': '', 'BOX 1 - NONEMPLOYEE COMPENSATION*': '2500.00' });
    expect(() => irisFiles(2026, PAYER, [formOf()], header.slice(0, 30))).toThrow(
      /The template has no column/,
    );
  });
});

test('copy B has a page for each payee, its figures, and the last four digits of the tax id only', () => {
  const html = copiesB(2026, PAYER, [
    formOf({ firstName: '<b>Ann' }),
    formOf({ taxID: '12-3456780', taxIDType: 2, companyName: 'Ellis Inc' }, 1_234_567),
  ]);
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
