import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceEvent } from '@partnerdesk/contracts';
import { validateEvent } from './event-schema';

const sample = readFileSync(join(__dirname, '../../../../scripts/sample/events.ndjson'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('{'))
  .map((line) => JSON.parse(line) as ServiceEvent & Record<string, unknown>);
const firstOf = (type: ServiceEvent['type']) =>
  sample.find((event) => event.type === type) as ServiceEvent & Record<string, unknown>;

test('good events of every type are let through, their instants in one form', () => {
  for (const event of sample)
    expect(validateEvent(event)).toEqual({ event: { ...event, at: new Date(event.at).toISOString() } });
  expect(new Set(sample.map(({ type }) => type)).size).toBe(8);
});

test('the fields come back in one order, however they came', () => {
  const { memberID, ...rest } = firstOf('sale');
  const checked = validateEvent({ memberID, ...rest }) as { event: object };
  const order = ['eventID', 'type', 'at', 'memberID', 'amountCents', 'transactionType'];
  expect(Object.keys(checked.event)).toEqual(order);
});

const long = 'x'.repeat(101);
const utc = 'must be an ISO 8601 instant in UTC';
const longText = 'length must be less than or equal to 100 characters long';

test.each<[ServiceEvent['type'], field: string, what: string, values: unknown[]]>([
  ['tip', 'eventID', 'is required', [undefined]],
  ['tip', 'eventID', 'must be a string', [1, null, {}, []]],
  ['tip', 'eventID', 'is not allowed to be empty', ['']],
  ['tip', 'eventID', longText, [long]],
  ['tip', 'eventID', 'must be well-formed text', ['a\ud800']],
  ['tip', 'at', utc, ['2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z', '2026-02-20', '2026-02-20T05:02']],
  ['tip', 'at', 'must not lie before the year 2000', ['1999-12-31T23:59:59.999Z']],
  ['tip', 'at', 'must not lie more than a day ahead', ['2099-01-01T00:00Z']],
  ['tip', 'memberID', 'must be greater than or equal to 1', [0, -0, -1]],
  ['tip', 'memberID', 'must be a safe number', [2 ** 53]],
  ['tip', 'amountCents', 'must be a number', ['1', Number.NaN, true, null]],
  ['tip', 'amountCents', 'cannot be infinity', [Infinity, -Infinity]],
  ['tip', 'amountCents', 'must be an integer', [0.5]],
  ['tip', 'amountCents', 'must be less than or equal to 1000000000', [1e9 + 1]],
  ['refund', 'amountCents', 'must be greater than or equal to 1', [0]],
  ['sale', 'transactionType', 'length must be less than or equal to 50 characters long', ['x'.repeat(51)]],
  ['member.joined', 'trackID', 'is not allowed to be empty', ['']],
  ['member.joined', 's5', longText, [long]],
  ['message', 'from', 'must be one of [member, staff]', ['', 1, 'office']],
  ['call', 'minutes', 'must be less than or equal to 100000', [100_001]],
  ['call', 'else', 'is not allowed', [1, null]],
  ['call', 'constructor', 'is not allowed', [1]],
])('%s: "%s" %s', (type, field, what, values) => {
  const { eventID } = firstOf(type);
  for (const value of values) {
    const checked = validateEvent({ ...firstOf(type), [field]: value });
    const id = field === 'eventID' ? value : eventID;
    expect(checked).toEqual({ ...(typeof id === 'string' && { eventID: id }), reason: `"${field}" ${what}` });
  }
});

test.each([
  ['staffID', { type: 'notification', to: 'staff', channel: 'text', memberID: 1 }],
  ['memberID', { type: 'notification', to: 'member', channel: 'text', staffID: 1 }],
  ['missedBy', { type: 'call', state: 'missed', callID: 'c', memberID: 1, staffID: 1, minutes: 0 }],
])('what another field asks for: "%s" is required', (field, event) => {
  const checked = validateEvent({ eventID: 'x', at: '2026-02-20T05:02Z', ...event, amountCents: 0 });
  expect(checked).toEqual({ eventID: 'x', reason: `"${field}" is required` });
});

test('a zero is stored without a sign', () => {
  expect(validateEvent({ ...firstOf('tip'), amountCents: -0 })).toMatchObject({ event: { amountCents: 0 } });
});

test('texts that may be empty are, and instants have as many places as Date reads', () => {
  const event = { ...firstOf('member.joined'), tid: '', s1: '', at: '2026-02-20T05:02:03.123456789+0000' };
  expect(validateEvent(event)).toEqual({ event: { ...event, at: '2026-02-20T05:02:03.123Z' } });
});
