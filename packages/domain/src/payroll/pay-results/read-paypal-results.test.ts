import { AppError } from '@partnerdesk/contracts';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { MAX_PAY_FILE_PAYMENTS } from '../pay-files/make-pay-file';
import { readPayPalResults } from './read-paypal-results';

const HEADER = 'Recipient,Amount,Currency,Unique ID,Status,Reason';
const FILE = `${HEADER}\r\nann@example.com,"1,234.50",USD,7,Completed,\r\n"bob@example.com",2.00,USD,8,Returned,"No account, ""yet"""\r\n\r\ncat@example.com,-3.05,USD,9,UNCLAIMED,\r\n`;

const read = (text: string | Uint8Array) =>
  readPayPalResults([typeof text === 'string' ? new TextEncoder().encode(text) : text]);

test('reads what became of each payment, by the names of its columns', async () => {
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
  expect(await read(FILE)).toEqual(results);
  // Whatever the pieces are in which it arrives.
  const bytes = new TextEncoder().encode(FILE.replace('No account', 'Kein Konto für'));
  for (const size of [1, 2, 7]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );
    expect(await readPayPalResults(pieces)).toEqual(
      results.with(1, { ...results[1]!, reason: 'Kein Konto für, "yet"' }),
    );
  }
  expect(
    await read(
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
  [
    'a cell of many characters',
    row(`ann@example.com,1.00,USD,7,Completed,"${'x'.repeat(1001)}`),
    'Line 2: A cell has more than 1000 characters',
  ],
])('refused: %s', async (_, file, message) => {
  await expect(read(file)).rejects.toThrow(expect.objectContaining({ code: 'invalid_input', message }));
});

test.each([
  ['UTF-16', Buffer.from(FILE, 'utf16le'), 'invalid_input'],
  ['Latin-1', Buffer.from(FILE.replace('ann', 'ä'), 'latin1'), 'invalid_input'],
  ['over 20 MB', Buffer.alloc(20_000_001, '\n'), 'payload_too_large'],
])('refused: %s', async (_, file, code) => {
  await expect(read(file)).rejects.toThrow(expect.objectContaining({ code }));
});

test('cut off within a line, it is refused', async () => {
  const cells = 'ann@example.com,1.00,USD,7,Completed,No account';
  for (let length = 1; length < cells.lastIndexOf(','); length += 1) {
    await expect(read(`${HEADER}\n${cells.slice(0, length)}`)).rejects.toThrow(AppError);
  }
});

/** A file of so many bytes in pieces as they arrive. @param head its first line, if it has another one than the rest */
function arriving(text: string, head = '', size = 19_000_000) {
  const piece = Buffer.from(text.repeat(65_536 / text.length));
  const sent = { bytes: 0 };
  function* pieces() {
    if (head) yield Buffer.from(head);
    for (; sent.bytes + piece.length <= size; sent.bytes += piece.length) yield piece;
  }
  return { sent, pieces: pieces() };
}

test.each([
  ['rows of another table', 'a,b\n', ''],
  ['a quoted cell without an end', '"', ''],
  ['quotation marks', '"', `${HEADER}\n`],
  ['commas', ',', `${HEADER}\n`],
  ['one letter', 'x', `${HEADER}\n`],
])('20 MB of %s are refused at the first piece, and no more is read', async (_, text, head) => {
  const { sent, pieces } = arriving(text, head);
  await expect(readPayPalResults(pieces)).rejects.toThrow(AppError);
  expect(sent.bytes).toBe(0);
});

test('other work of the process comes between the pieces of a file', async () => {
  const { pieces } = arriving('\n', '', 2_000_000);
  let between = 0;
  let over = false;
  const count = () => {
    between += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await expect(readPayPalResults(pieces)).rejects.toThrow('Line 1: The file is empty');
  over = true;
  expect(between).toBeGreaterThanOrEqual(30);
});

test('a file has as many payments as a pay file can have, and no more', async () => {
  function* rows() {
    yield Buffer.from(`${HEADER}\n`);
    for (let id = 1; id <= MAX_PAY_FILE_PAYMENTS + 1; id += 1000)
      yield Buffer.from(Array.from({ length: 1000 }, (_, at) => `a@b.c,1.00,USD,${id + at},New,\n`).join(''));
  }
  await expect(readPayPalResults(rows())).rejects.toThrow('Line 250002: More than 250000 payments');
});

test('whatever it holds, it is read or refused with a line', async () => {
  const noise = fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '1', '.', '=', '\u200b') });
  await fc.assert(
    fc.asyncProperty(noise, async (text) => {
      try {
        await read(`${HEADER}\n${text}`);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as Error).message).toMatch(/^Line \d+: /);
      }
    }),
    propertyRuns(1000),
  );
});
