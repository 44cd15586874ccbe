import { DEVELOPMENT_PROOF_KEYS } from '@partnerdesk/node';
import { configureDomain } from '../../platform/config';
import { addressProblem, fillAddress } from './fill-address';

beforeAll(() =>
  configureDomain({ fieldKeys: [], proofKeys: DEVELOPMENT_PROOF_KEYS, timeZone: 'America/New_York' }),
);

const PRIVATE = 'The address leads to a private network';

test.each([
  ['https://tracker.example/postback?id={id}&sum={payout}', undefined],
  ['https://tracker.example/{event}/{id}', undefined],
  ['https://tracker.example/?x={sub9}', 'There is no macro {sub9}'],
  ['https://tracker.example/?x={constructor}', 'There is no macro {constructor}'],
  ['https://tracker.example/?x={id', 'A brace is not closed, or closes nothing'],
  ['http://tracker.example/?x={id}', 'The address must start with https://'],
  ['ftp://tracker.example/', 'The address must start with https://'],
  ['https://me:secret@tracker.example/', 'The address must not have a user name or password'],
  ['https://127.0.0.1/', PRIVATE],
  ['https://0x7f.1/', PRIVATE],
  ['https://192.168.1.20/p?id={id}', PRIVATE],
  ['https://169.254.169.254/latest/meta-data', PRIVATE],
  ['https://[fd00::1]:8443/', PRIVATE],
  ['https://LocalHost./', PRIVATE],
  ['https://198.41.0.4/', undefined],
  ['https://{tid}.example/', 'Macros may stand in the path and the query only'],
  ['https:/{tid}.example/', 'Macros may stand in the path and the query only'],
  ['https:{tid}.example/', 'Macros may stand in the path and the query only'],
  ['https:\\\\{tid}.example/', 'Macros may stand in the path and the query only'],
  ['tracker.example', 'This is not an address such as https://example.com/postback?id={id}'],
  [`https://tracker.example/${'x'.repeat(1000)}`, 'The address has more than 1000 characters'],
])('%s: %s', (address, problem) => {
  expect(addressProblem(address)).toBe(problem);
});

test('values are encoded: none of them changes where the address leads', () => {
  const values = { tid: '../../&id=1#', lp: '{id}', id: '\0\r\nHost: x' } as never;
  expect(fillAddress('https://a.example/{tid}?l={lp}&i={id}', values)).toBe(
    'https://a.example/..%2F..%2F%26id%3D1%23?l=%7Bid%7D&i=%00%0D%0AHost%3A%20x',
  );
});
