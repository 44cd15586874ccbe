import { AppError } from '@partnerdesk/contracts';
import { achReturnFile, RETURN_COMPANY } from '@partnerdesk/testing';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import { ACH_RETURN_CODES, isPaymentReturned, readAchReturns } from './read-ach-returns';

const FILE = achReturnFile([
  { payrollID: 7, cents: 12345, code: 'R03' },
  { payrollID: 10_000_001, cents: 200, code: 'C01' },
  { payrollID: 8, cents: 1, code: 'R85' },
]);
const LINES = FILE.split('\r\n');

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (file: string | Uint8Array, companyID = RETURN_COMPANY.companyID) =>
  readAchReturns([typeof file === 'string' ? bytes(file) : file], companyID);

/** The file with another text in a line, at a position counted from 1. */
function edited(line: number, at: number, text: string): string {
  const record = LINES[line - 1] ?? '';
  const changed = record.slice(0, at - 1) + text + record.slice(at - 1 + text.length);
  return LINES.with(line - 1, changed).join('\r\n');
}

test('reads returned entries and notifications of change', async () => {
  expect(await read(FILE)).toEqual([
    { line: 4, trace: '110000000000007', code: 'R03', cents: 12345 },
    { line: 8, trace: '110000000000008', code: 'R85', cents: 1 },
    { line: 6, trace: '110000000000002', code: 'C01', cents: 200, corrected: '0098765' },
  ]);
  expect(await read(FILE.replaceAll('\r\n', '\n'))).toEqual(await read(FILE));
  expect(await read(`\ufeff${FILE}`)).toEqual(await read(FILE));
  const letters = Array.from(bytes(FILE), (byte) => Uint8Array.of(byte));
  expect(await readAchReturns(letters, RETURN_COMPANY.companyID)).toEqual(await read(FILE));
});

test.each([
  [
    'another company',
    edited(2, 41, '9999999999'),
    'Line 2: The file is of another company: PARTNERDESK INC.',
  ],
  ['no file of Nacha’s', edited(1, 35, '000000'), 'Line 1: This is no file in Nacha’s format'],
  ['a line too short', LINES.with(3, LINES[3]!.slice(1)).join('\r\n'), 'Line 4: 93 characters instead of 94'],
  ['an unknown code', edited(4, 4, 'R99'), 'Line 4: R99 is no return code'],
  ['no trace number', edited(4, 7, 'X'), 'Line 4: The original trace number is no number'],
  ['an amount that is none', edited(3, 30, '-'), 'Line 3: The amount is no number'],
  ['an amount changed', edited(3, 39, '6'), 'Line 9: The sum of credits does not add up'],
  ['a credit made a debit', edited(3, 2, '26'), 'Line 9: The sum of debits does not add up'],
  ['an entry taken out', LINES.toSpliced(2, 2).join('\r\n'), 'Line 7: The count of entries does not add up'],
  ['a batch taken out', LINES.toSpliced(1, 8).join('\r\n'), 'Line 2: The count of batches does not add up'],
  [
    'an entry that is no return',
    edited(3, 79, '0'),
    'Line 3: The entry has no addenda record, so it is no return',
  ],
  [
    'records in another order',
    LINES.toSpliced(3, 1).join('\r\n'),
    'Line 4: A record 6 where an addenda record is expected',
  ],
  ['more after its end', `${FILE}${LINES[1]}`, 'Line 11: There is something after the end of the file'],
  ['letters that are not ASCII', edited(3, 55, 'É'), 'Line 3: There are characters that are not ASCII'],
  ['a page instead', '<html>', 'Line 1: 6 characters instead of 94'],
  ['nothing', '', 'Line 1: The file is cut off'],
])('refused: %s', async (_, file, message) => {
  await expect(read(file)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_input', message, fields: { file: message } }),
  );
});

test.each([
  ['UTF-16', Buffer.from(FILE, 'utf16le'), 'invalid_input'],
  ['Latin-1', Buffer.from(edited(3, 55, 'É'), 'latin1'), 'invalid_input'],
  ['over 20 MB', `${FILE}\n${`${'9'.repeat(94)}\n`.repeat(211_000)}`, 'payload_too_large'],
  ['a line of 20 MB', '9'.repeat(19_000_000), 'invalid_input'],
])('refused: %s', async (_, file, code) => {
  await expect(read(file)).rejects.toThrow(expect.objectContaining({ code }));
});

test('cut off anywhere before its control record ends, it is refused', async () => {
  const end = LINES.slice(0, 10).join('\r\n').length;
  for (let length = 0; length < end; length += 1)
    await expect(read(FILE.slice(0, length))).rejects.toThrow(AppError);
  expect(await read(FILE.slice(0, end))).toEqual(await read(FILE));
});

test('whatever is changed in it, it is read or refused with a line, never anything else', async () => {
  const place = fc.record({ at: fc.nat(FILE.length), byte: fc.integer({ min: 0, max: 255 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(place, { maxLength: 5 }), async (changes) => {
      const file = bytes(FILE);
      for (const { at, byte } of changes) file[at % file.length] = byte;
      try {
        await read(file);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect((error as Error).message).toMatch(/^Line \d+: /);
      }
    }),
    propertyRuns(500),
  );
});

test('every code that is in use has its meaning, and disputes between banks return no payment', () => {
  const unused = [48, 49, 54, 55, 56, 57, 58, 59, 60, 63, 64, 65, 66, 78, 79];
  const codes = Array.from({ length: 85 }, (_, index) => index + 1).filter((code) => !unused.includes(code));
  expect(Object.keys(ACH_RETURN_CODES)).toEqual(codes.map((code) => `R${String(code).padStart(2, '0')}`));
  expect(['R01', 'R53', 'R80', 'R85'].every(isPaymentReturned)).toBe(true);
  expect(['R61', 'R77', 'R99', 'C01', ''].some(isPaymentReturned)).toBe(false);
});
