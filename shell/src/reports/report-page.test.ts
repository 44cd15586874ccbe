import { describeError, PageReport } from './report-page';

const errorAt = (stack: string, message = 'ann@example.com failed') =>
  Object.assign(new TypeError(message), { stack: `TypeError: ${message}\n${stack}` });

test.each([
  [
    '    at f (https://partners.example.com/remotes/payroll/12.3fa2.js:1:2300)',
    { part: 'payroll', name: 'TypeError', place: '12.3fa2.js:1:2300' },
  ],
  [
    'g@https://partners.example.com/main.ab12.js:3:7',
    { part: 'shell', name: 'TypeError', place: 'main.ab12.js:3:7' },
  ],
  ['    at <anonymous>', { part: 'shell', name: 'TypeError', place: '' }],
])('of an error at %s only kind and place are reported', (stack, described) => {
  expect(describeError(errorAt(stack))).toEqual(described);
});

test('what was thrown and is no error has no place', () => {
  expect(describeError('a text with an email')).toEqual({ part: 'shell', name: 'unknown', place: '' });
});

test('a page sends what is new when it is hidden, and five errors at most', () => {
  const sent: string[] = [];
  const stringify = jest.spyOn(JSON, 'stringify');
  Object.assign(navigator, { sendBeacon: (address: string) => sent.push(address) });
  const page = new PageReport();
  page.send();
  expect(sent).toEqual([]);
  page.addVital({ name: 'LCP', value: 1234.5678 });
  for (let count = 0; count < 9; count += 1) page.addError(errorAt(''));
  page.send();
  page.send();
  expect(sent).toEqual(['/api/browser-reports']);
  const [report] = stringify.mock.calls.at(-1) ?? [];
  expect(report).toMatchObject({ vitals: { LCP: 1234.568 }, errors: { length: 5 } });
});
