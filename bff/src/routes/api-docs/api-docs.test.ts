import { CALLS } from '@partnerdesk/contracts';
import { AdministratorModel, AffiliateModel } from '@partnerdesk/domain';
import { everyRoute } from '../../testing/every-route';
import { signedInAdministrator, signedInAffiliate } from '../../testing/people';
import { startTestApp, type TestApp } from '../../testing/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const asOffice = async () => (await signedInAdministrator(app, [])).client;

test('every registered route is in the document, whose paths name each of their parameters', async () => {
  const { body } = await (await asOffice()).get('/api/openapi.json');
  expect(body.openapi).toBe('3.1.0');
  const documented = Object.entries<Record<string, object>>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const inPaths = (names: string[]) => names.map((name) => name.replace(/[:*](\w+)/g, '{$1}')).sort();
  expect(documented.sort()).toEqual(inPaths(CALLS.map(({ name }) => name)));
  expect(documented).toEqual(expect.arrayContaining(inPaths(everyRoute())));
  for (const [path, methods] of Object.entries<
    Record<string, { parameters: { name: string; in: string }[] }>
  >(body.paths))
    for (const { parameters } of Object.values(methods))
      expect(parameters.filter((each) => each.in === 'path').map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
});

test('no call takes, and no account keeps, a hint or a secret question', async () => {
  const { body } = await (await asOffice()).get('/api/openapi.json');
  const names = new Set<string>();
  const collect = (value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    const { properties, name } = value as { properties?: object; name?: unknown };
    for (const each of Object.keys(properties ?? {})) names.add(each);
    if (typeof name === 'string') names.add(name);
    for (const each of Object.values(value)) collect(each);
  };
  collect(body.paths);
  for (const model of [AffiliateModel, AdministratorModel])
    for (const path of Object.keys(model.schema.paths)) names.add(path);
  expect([...names]).toEqual(expect.arrayContaining(['ConfirmPassword', 'passwordHash', 'EmailAddress']));
  expect([...names].filter((each) => /hint|question|answer|remind|maiden|birth/i.test(each))).toEqual([]);
});

test('the page shows each call, runs no script and loads nothing from elsewhere', async () => {
  const client = await asOffice();
  const page = await client.get('/api/docs', { accept: 'text/html' });
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.text).toContain('<code>/api/execute-payroll</code>');
  expect(page.text).toContain('payrollType');
  expect(page.text).not.toMatch(/<script|<style|style=|https?:\/\/(?!127|localhost)/);
  const styles = await client.get('/api/docs/styles.css');
  expect(styles.headers.get('content-type')).toMatch(/^text\/css/);
});

test.each(['/api/openapi.json', '/api/docs'])('%s is not for visitors and affiliates', async (address) => {
  expect((await app.client().get(address)).status).toBe(401);
  expect((await (await signedInAffiliate(app)).client.get(address)).status).toBe(403);
});
