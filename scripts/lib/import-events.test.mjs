import { readEventLine } from '@partnerdesk/domain';
import { byteLines } from './import-events.mjs';

/** @param {Buffer[]} chunks @param {number} [maxBytes] */
async function linesOf(chunks, maxBytes) {
  const lines = [];
  for await (const line of byteLines(chunks, maxBytes)) lines.push(line);
  return lines;
}
const textsOf = async (/** @type {Buffer[]} */ chunks, /** @type {number} */ maxBytes = 1000) =>
  (await linesOf(chunks, maxBytes)).map(({ bytes }) => bytes?.toString());

test('lines are the same however the file is cut into chunks, letters of several bytes included', async () => {
  const file = Buffer.from('é1\n\nü2\r\n😀3');
  for (let size = 1; size <= file.length; size += 1) {
    const chunks = [];
    for (let start = 0; start < file.length; start += size) chunks.push(file.subarray(start, start + size));
    expect(await textsOf(chunks)).toEqual(['é1', '', 'ü2\r', '😀3']);
  }
});

test('a line’s end at the end of the file begins no other line, and what is read adds up to the file', async () => {
  const file = Buffer.from('a\nbc\n');
  const lines = await linesOf([file]);
  expect(lines.map(({ length }) => length)).toEqual([2, 3]);
  expect(await textsOf([])).toEqual([]);
});

test('of a line that is too long nothing is kept; the next one is whole again', async () => {
  const file = Buffer.from('1234\n12345\n123456789012\n12\n');
  expect(await textsOf([file.subarray(0, 13), file.subarray(13)], 4)).toEqual([
    '1234',
    undefined,
    undefined,
    '12',
  ]);
});

test('a mark at the file’s beginning and a carriage return are no trouble; other bytes that are no text are', async () => {
  const mark = Buffer.from([0xef, 0xbb, 0xbf]);
  const file = Buffer.concat([mark, Buffer.from('{"a":1}\r\n \r\n{"b":"\xff"}\n', 'latin1')]);
  const lines = await linesOf([file]);
  expect(lines.map(({ bytes }, index) => readEventLine(bytes ?? Buffer.of(), index + 1))).toEqual([
    { line: 1, value: { a: 1 } },
    undefined,
    { line: 3, parseError: 'This line is not valid JSON' },
  ]);
});
