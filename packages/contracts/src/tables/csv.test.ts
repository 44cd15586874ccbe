import { BYTE_ORDER_MARK, csvLine, csvOf } from './csv';

it.each([
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"\r\n'],
  [[-1.5, 0, 1234.5], '-1.5,0,1234.5\r\n'],
  [['=1+1', '-1', '\tx'], `'=1+1,'-1,"'\tx"\r\n`],
  [['x;=1+1', undefined, null, true], '"x;=1+1",,,true\r\n'],
])('%j', (cells, line) => expect(csvLine(cells)).toBe(line));

it('a file has the byte order mark, a line of headers and a line for each row', () => {
  const columns = [
    { header: 'Day', kind: 'date', value: ({ day }: { day: string }) => day },
    { header: 'Sales, all', kind: 'count', value: () => 3 },
  ] as const;
  expect(csvOf(columns, [{ day: '2026-11-01' }])).toBe(
    `${BYTE_ORDER_MARK}Day,"Sales, all"\r\n2026-11-01,3\r\n`,
  );
});
