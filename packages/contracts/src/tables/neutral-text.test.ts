import { neutralText } from './csv';

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  "|cmd' /C calc'!A0",
  "=cmd|' /C calc'!A0",
  '＝1+1',
  '＋1',
  '－1',
  '＠x',
  '−1',
  '\t=1',
  '\tx',
  '\rx',
  '\nx',
  ' =1',
  '\u00a0=1',
  '\u200b=1',
  '\ufeff＝1',
  '\u2060 \u200d@x',
  '\u0000=1',
])('%j gets an apostrophe', (text) => expect(neutralText(text)).toBe(`'${text}`));

it.each(['', ' ', 'Ann', 'a=1', '12-3', ' Ann', "'=1+1", '(555) 0100', 'é', '“=”'])('%j stays', (text) =>
  expect(neutralText(text)).toBe(text),
);
