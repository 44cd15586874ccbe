import { CALLS, type Call, PERMISSIONS, TEXT_BLOCKS, type Who } from '@partnerdesk/contracts';
import { makeAffiliate, personalInformation } from '@partnerdesk/testing';
import { sized } from '@partnerdesk/testing/services';
import { everyRoute } from '../testing/every-route';
import { signedInAdministrator, signedInAffiliate } from '../testing/people';
import { startTestApp, type TestApp } from '../testing/test-app';
import type { TestClient } from '../testing/test-client';

/** Who walks through every endpoint. */
type Caller = 'visitor' | 'affiliate' | 'all' | (typeof PERMISSIONS)[number];

const ENOUGH = { max: 10_000, windowMs: 60_000 };
const UNLIMITED = {
  signInAddress: ENOUGH,
  registerAddress: ENOUGH,
  contactAddress: ENOUGH,
  resetAddress: ENOUGH,
  cspReportAddress: ENOUGH,
  notMeAddress: ENOUGH,
  confirmEmailAddress: ENOUGH,
};

let app: TestApp;
let another: number;
const clients = new Map<Caller, TestClient>();
beforeAll(async () => {
  app = await startTestApp({ limits: UNLIMITED });
  another = (await makeAffiliate()).affID;
  clients.set('visitor', app.client());
  clients.set('affiliate', (await signedInAffiliate(app)).client);
  clients.set('all', (await signedInAdministrator(app)).client);
  for (const each of PERMISSIONS) clients.set(each, (await signedInAdministrator(app, [each])).client);
});
afterAll(() => app.close());

/** The status that a caller must not get past, or undefined: let in. */
function refusalOf(caller: Caller, { who }: Call): 401 | 403 | undefined {
  if (who === 'anybody') return undefined;
  // A session is no signature, and no key.
  if (who === 'service' || who === 'api-key' || caller === 'visitor') return 401;
  return [who].flat().some((each) => isMeant(caller, each)) ? undefined : 403;
}

function isMeant(caller: Caller, who: Who): boolean {
  if (who === 'signed-in') return true;
  if (who === 'affiliate' || caller === 'affiliate') return who === caller;
  return who === 'office' || caller === 'all' || caller === who;
}

/** Calls, and reads no more than the status and the error's code: streams have no end. */
async function call(client: TestClient, method: string, path: string, body?: unknown) {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const writes = !['GET', 'HEAD'].includes(method);
  const response = await fetch(app.url + path, {
    method,
    redirect: 'manual',
    headers: {
      origin: app.env.publicUrl,
      ...(cookie && { cookie }),
      ...(writes && { 'content-type': 'application/json' }),
    },
    ...(writes && { body: JSON.stringify(body ?? {}) }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  const code = text.startsWith('{"error"') ? JSON.parse(text).error.code : undefined;
  return { status: response.status, code, cached: response.headers.get('cache-control') };
}

/** The path with something in the place of each parameter: a text that is there, else what nothing is called. */
const pathOf = (name: string) =>
  (name.split(' ')[1] ?? '').replace(':name', TEXT_BLOCKS[0]).replace(/:\w+/g, '1');
/** These end or renew the session of who calls them. */
const ENDS_SESSION = ['POST /api/logout', 'POST /api/end-other-sessions'];
/** The same for everybody: browsers may keep these answers, and no other. */
const KEPT = [
  'GET /landing',
  'GET /api/configuration',
  'GET /api/assets/videos/promo.mp4',
  'GET /api/local/:name',
];
const NO_STORE = expect.stringMatching(/^(private, )?no-store$/);
const CALLERS: Caller[] = ['visitor', 'affiliate', ...PERMISSIONS, 'all'];
/** Who asks for the head of an answer, too, which the same steps guard. */
const HEAD_CALLERS: Caller[] = sized(['visitor', 'affiliate', 'all'], CALLERS);

test.each(CALLS)('$name lets in whom it names, and nobody else', async (row) => {
  const { name } = row;
  const [method = ''] = name.split(' ');
  for (const caller of CALLERS) {
    const refusal = refusalOf(caller, row);
    if (ENDS_SESSION.includes(name) && !refusal) continue;
    const withHead = method === 'GET' && HEAD_CALLERS.includes(caller);
    for (const verb of withHead ? ['GET', 'HEAD'] : [method]) {
      const client = clients.get(caller) as TestClient;
      const { status, code, cached } = await call(client, verb, pathOf(name));
      if (!KEPT.includes(name)) expect([caller, verb, cached]).toEqual([caller, verb, NO_STORE]);
      const seen = { caller, verb, status: refusal ? status : [401, 403].includes(status) };
      // What depends on the input is refused for another reason than the row's.
      const byInput =
        !refusal &&
        code === 'forbidden' &&
        ['office', 'signed-in', 'payroll,payroll.approve'].includes(String(row.who));
      if (!byInput) expect(seen).toEqual({ caller, verb, status: refusal ?? false });
    }
  }
});

const RANGE = 'startDate=1/1/2026&endDate=1/2/2026';
/** What a call for an own id needs besides it. */
const REST: Record<string, string> = {
  'GET /api/member-payment-history': RANGE,
  'GET /api/member-sale-summary': RANGE,
  'GET /api/member-sale-details': RANGE,
  'GET /api/member-daily-figures': RANGE,
  'GET /api/link-report': `${RANGE}&by=day`,
  'GET /api/affiliate-tax-form': 'year=2025',
};
const PERSON = personalInformation({ emailAddress: 'a@example.com' });

test.each(CALLS.filter(({ own }) => own))(
  '$name: another affiliate’s id is refused',
  async ({ name, own = '' }) => {
    const [method = '', path = ''] = name.split(' ');
    const client = clients.get('affiliate') as TestClient;
    const bodies: Record<string, unknown> = {
      AffID: { AffID: another, NewPassword: 'a fresh one', ConfirmNewPassword: 'a fresh one' },
      'PersonalInformation.affID': {
        PersonalInformation: { affID: another, ...PERSON },
        PaymentInformation: { affID: another, paymentType: 2, paypalID: 'a@example.com' },
        TaxInformation: null,
      },
    };
    const query = method === 'GET' ? `?${own}=${another}&${REST[name] ?? ''}` : '';
    expect(await call(client, method, path + query, bodies[own])).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  },
);

test('every call has its route, and there is no other', () => {
  const names = everyRoute();
  // The outbox is there in development only.
  expect([...names, 'GET /dev/outbox'].sort()).toEqual(CALLS.map(({ name }) => name).sort());
});
