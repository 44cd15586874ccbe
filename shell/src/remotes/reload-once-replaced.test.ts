import { aConfiguration } from '@partnerdesk/web/testing';
import { shouldReload } from './reload-once-replaced';

beforeEach(() => sessionStorage.clear());

const running = (version: string, manifest = '/remotes/payroll/mf-manifest.json') =>
  aConfiguration({ remotes: [{ name: 'payroll', manifest, version }] });
const first = running('0.1.0-a');
const asks = (served: typeof first, used = first) => shouldReload('payroll', used, served, sessionStorage);

test('a remote that fails and was not replaced is not worth another page', () => {
  expect(asks(running('0.1.0-a'))).toBe(false);
});

test.each([
  ['built again under the same address', running('0.1.0-b')],
  ['released beside it', running('0.1.0-a', '/remotes/payroll/0.1.0-a/mf-manifest.json')],
])('a remote that was %s is: once, never again for that build', (_, served) => {
  expect(asks(served)).toBe(true);
  expect(asks(served)).toBe(false);
  expect(asks(running('0.1.0-c'), served)).toBe(true);
});
