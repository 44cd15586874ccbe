import { AppError } from '@partnerdesk/contracts';
import fc from 'fast-check';
import { readPayPalResults } from './read-paypal-results';

const HEADER = 'Recipient,Amount,Currency,Unique ID,Status,Reason';
const FILE = `${HEADER}\r\nann@example.com,"1,234.50",USD,7,Completed,\r\n"bob@example.com",2.00,USD,8,Returned,"No account, ""yet"""\r\n\r\ncat@example.com,-3.05,USD,9,UNCLAIMED,\r\n`;

const read = (text: string | Uint8Array) =>
  readPayPalResults(typeof text === 'string' ? new TextEncoder().encode(text) : text);

test('reads what became of each payment, by the names of its columns', () => {
  const results = [
    {
      line: 2,
      payrollID: 7,
      recipient: 'ann@example.com',
      cents: 123450,
      outcome: 'paid',
      status: 'Completed',
      reason: '',
    },
    {
      line: 3,
      payrollID: 8,
      recipient: 'bob@example.com',
      cents: 200,
      outcome: 'returned',
      status: 'Returned',
      reason: 'No account, "yet"',
    },
    {
      line: 5,
      payrollID: 9,
      recipient: 'cat@example.com',
      cents: 305,
      outcome: 'open',
      status: 'UNCLAIMED',
      reason: '',
    },
  ];
  expect(read(FILE)).toEqual(results);
  expect(
    read(
      '\ufeffstatus,transaction id,sender_item_id,receiver,amount,currency\nSUCCESS,X1,7,ann@example.com,5.00,USD',
    ),
  ).toMatchObject([{ line: 2, payrollID: 7, cents: 500, outcome: 'paid', reason: '' }]);
});

const row = (cells: string) => `${HEADER}\n${cells}\n`;

test.each([
  ['nothing', '', 'Line 1: The file is empty'],
  ['another file', 'Name,Phone\nAnn,1\n', 'Line 1: There is no column for the id'],
  [
    'no column for the status',
    'Recipient,Amount,Currency,Unique ID\n',
    'Line 1: There is no column for the status',
  ],
  ['a cell too few', row('ann@example.com,1.00,USD,7,Completed'), 'Line 2: 5 columns instead of 6'],
  ['a cell too many', row('ann@example.com,1.00,USD,7,Completed,,'), 'Line 2: 7 columns instead of 6'],
  ['an id of others', row('ann@example.com,1.00,USD,A-7,Completed,'), 'Line 2: The id is none of ours'],
  ['another currency', row('ann@example.com,1.00,EUR,7,Completed,'), 'Line 2: The currency is not USD'],
  ['an unknown status', row('ann@example.com,1.00,USD,7,Complet,'), 'Line 2: The status is unknown: Complet'],
  [
    'an amount cut off',
    row('ann@example.com,1.0,USD,7,Completed,'),
    'Line 2: The amount is no amount with two decimals',
  ],
  [
    'a formula',
    row('ann@example.com,=1+1,USD,7,Completed,'),
    'Line 2: The amount is no amount with two decimals',
  ],
  [
    'a payment twice',
    `${row('ann@example.com,1.00,USD,7,Completed,')}ann@example.com,1.00,USD,7,Returned,\n`,
    'Line 3: The same payment as in line 2',
  ],
  [
    'a quote that is not closed',
    row('ann@example.com,1.00,USD,7,Completed,"cut off'),
    'Line 2: A quotation mark is not closed, or out of place',
  ],
  [
    'a quote out of place',
    row('ann@example.com,1.00,USD,7,Comp"leted,'),
    'Line 2: A quotation mark is not closed, or out of place',
  ],
])('refused: %s', (_, file, message) => {
  expect(() => read(file)).toThrow(expect.objectContaining({ code: 'invalid_input', message }));
});

test.each([
  ['UTF-16', Buffer.from(FILE, 'utf16le'), 'invalid_input'],
  ['Latin-1', Buffer.from(FILE.replace('ann', 'ä'), 'latin1'), 'invalid_input'],
  ['over 20 MB', Buffer.alloc(20_000_001, 'x'), 'payload_too_large'],
])('refused: %s', (_, file, code) => {
  expect(() => read(file)).toThrow(expect.objectContaining({ code }));
});

test('cut off within a line, it is refused', () => {
  const cells = 'ann@example.com,1.00,USD,7,Completed,No account';
  for (let length = 1; length < cells.lastIndexOf(','); length += 1) {
    expect(() => read(`${HEADER}\n${cells.slice(0, length)}`)).toThrow(AppError);
  }
});

test('a file of 20 MB of quotation marks, commas or line ends is answered', () => {
  for (const character of ['"', ',', '\n', 'x']) {
    try {
      read(HEADER + character.repeat(19_000_000));
    } catch (error) {
      expect(error).toBeInstanceOf(AppError);
    }
  }
});

test('whatever it holds, it is read or refused with a line', () => {
  const noise = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '1', '.', '=', '\u200b') });
  fc.assert(
    fc.property(noise, (text) => {
      try {
        read(`${HEADER}\n${text}`);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as Error).message).toMatch(/^Line \d+: /);
      }
    }),
    { numRuns: 1000 },
  );
});
