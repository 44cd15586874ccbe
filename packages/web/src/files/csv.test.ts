import { csvOf } from './csv';

it.each([
  [[['Day', 'Sales']], 'Day,Sales\r\n'],
  [[['a,b', 'say "hi"', 'two\nlines']], '"a,b","say ""hi""","two\nlines"\r\n'],
  [[[-1.5, 0, 1234.5]], '-1.5,0,1234.5\r\n'],
  [[['=1+1', '+1', '-1', '@x', '\tx']], "'=1+1,'+1,'-1,'@x,'\tx\r\n"],
])('%j', (rows, text) => expect(csvOf(rows)).toBe(`\uFEFF${text}`));
