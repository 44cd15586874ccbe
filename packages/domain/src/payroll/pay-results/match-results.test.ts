import { achReturnFile, RETURN_COMPANY } from '@partnerdesk/testing';
import { matchAchReturns, matchPayPalResults, type SentPayment } from './match-results';
import { readAchReturns } from './read-ach-returns';
import { readPayPalResults } from './read-paypal-results';

const content = (text: string) => [new TextEncoder().encode(text)];
const PAYMENTS: SentPayment[] = [
  { payrollID: 7, cents: 12345, state: 'paid', recipient: 'Ann@Example.com' },
  { payrollID: 8, cents: 200, state: 'executed', recipient: 'bob@example.com' },
  { payrollID: 9, cents: 305, state: 'returned', recipient: 'cat@example.com' },
];

describe('a bank’s return file', () => {
  const match = async (entries: Parameters<typeof achReturnFile>[0]) =>
    matchAchReturns(
      await readAchReturns(content(achReturnFile(entries)), RETURN_COMPANY.companyID),
      PAYMENTS,
      RETURN_COMPANY.odfi,
    );

  test('is matched by trace number; what returns no payment of these is a notice', async () => {
    expect(
      await match([
        { payrollID: 7, cents: 12345, code: 'R03' },
        { payrollID: 9, cents: 305, code: 'R02' },
        { payrollID: 6, cents: 5, code: 'R01' },
        { payrollID: 8, cents: 0, code: 'C01' },
        { payrollID: 7, cents: 12345, code: 'R73' },
      ]),
    ).toEqual({
      results: [
        {
          line: 4,
          payrollID: 7,
          cents: 12345,
          state: 'returned',
          already: false,
          reason: 'R03: No such account, or it could not be located',
        },
        {
          line: 6,
          payrollID: 9,
          cents: 305,
          state: 'returned',
          already: true,
          reason: 'R02: The account is closed',
        },
      ],
      notices: [
        { line: 8, reason: 'No payment has the trace number 110000000000006' },
        { line: 12, payrollID: 7, reason: 'R73: Contested: the original return was in time' },
        { line: 10, payrollID: 8, reason: 'C01: the account data should be corrected, see line 10' },
      ],
    });
  });

  test('an entry returned twice in it is returned once', async () => {
    const twice = { payrollID: 7, cents: 12345, code: 'R03' };
    expect(await match([twice, twice])).toMatchObject({
      results: [{ payrollID: 7 }],
      notices: [{ line: 6, payrollID: 7 }],
    });
  });

  test('of another amount it is refused', async () => {
    await expect(match([{ payrollID: 7, cents: 12344, code: 'R03' }])).rejects.toThrow(
      'Line 4: The amount is not that of the payment',
    );
  });
});

describe('PayPal’s results', () => {
  const match = async (...rows: string[]) =>
    matchPayPalResults(
      await readPayPalResults(
        content(['Recipient,Amount,Currency,Unique ID,Status,Reason', ...rows].join('\n')),
      ),
      PAYMENTS,
    );

  test('are matched by the id of our file; one that is open is a notice', async () => {
    expect(
      await match(
        'ann@example.com,123.45,USD,7,Returned,Not claimed',
        'bob@example.com,2.00,USD,8,Completed,',
        'cat@example.com,3.05,USD,9,Completed,',
      ),
    ).toEqual({
      results: [
        {
          line: 2,
          payrollID: 7,
          cents: 12345,
          state: 'returned',
          already: false,
          reason: 'Returned: Not claimed',
        },
        { line: 3, payrollID: 8, cents: 200, state: 'paid', already: false, reason: 'Completed' },
      ],
      notices: [{ line: 4, payrollID: 9, reason: 'Is marked returned' }],
    });
    expect(await match('bob@example.com,2.00,USD,8,Unclaimed,')).toEqual({
      results: [],
      notices: [{ line: 2, payrollID: 8, reason: 'Unclaimed' }],
    });
  });

  test.each([
    ['zoe@example.com,1.00,USD,70,Completed,', 'Line 2: No payment of these has the id 70'],
    ['bob@example.com,2.01,USD,8,Completed,', 'Line 2: The amount is not that of the payment'],
    ['zoe@example.com,2.00,USD,8,Completed,', 'Line 2: The recipient is not that of the payment'],
  ])('of another company they are refused: %s', async (line, message) => {
    await expect(match(line)).rejects.toThrow(message);
  });
});
