import {
  CALLS,
  type Call,
  cspReportsCall,
  type ErrorCode,
  eventsCall,
  exportPaymentStatementCall,
  makeApiKeyCall,
  quickStatisticsCall,
  sessionCall,
  v1SalesCall,
} from '@partnerdesk/contracts';
import { errorsOf, openApiOf } from './open-api';

test('the generator writes a document of every call of the product', () => {
  const document = openApiOf(CALLS, { title: 'All', version: '1', url: 'https://example.com' });
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(CALLS.length);
  expect(document.paths['/api/postback']?.post).toMatchObject({
    security: [{ session: [] }],
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: expect.arrayContaining(['address', 'events', 'active']),
            properties: {
              active: { type: 'boolean' },
              events: { type: 'array', items: { enum: ['join', 'sale', 'refund'] } },
            },
          },
        },
      },
    },
  });
  const numberOrNull = { anyOf: [{ type: 'number', minimum: 0, maximum: 1_000_000 }, { enum: [null] }] };
  expect(document.paths['/api/update-affiliate']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: {
          anyOf: [
            { properties: { minimumPayout: numberOrNull, achName: {} } },
            {
              anyOf: [{ properties: { minimumPayout: {} } }, { properties: { achName: { type: 'string' } } }],
            },
          ],
        },
      },
    },
  });
  expect(document.paths['/api/sessions/{id}']?.delete).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true }],
  });
  expect(document.paths['/api/events']?.post).toMatchObject({ security: [{ signature: [] }] });
  const statusesOf = (path: string, method: string) =>
    Object.keys(document.paths[path]?.[method]?.responses ?? {});
  expect(statusesOf('/api/quick-statistics', 'get')).toEqual([
    ...['200', '400', '401', '403', '500', '503', 'default'],
  ]);
  expect(document.paths['/api/quick-statistics']?.get?.responses[400]).toMatchObject({
    description: 'invalid_input',
  });
  expect(statusesOf('/api/csp-reports', 'post')[0]).toBe('204');
  expect(statusesOf('/api/photos', 'post').slice(0, 2)).toEqual(['200', '201']);
  expect(statusesOf('/partner/{trackID}', 'get')[0]).toBe('302');
  expect(Object.keys(document.paths['/api/csp-reports']?.post?.requestBody?.content ?? {})).toEqual([
    ...['application/csp-report', 'application/reports+json', 'application/json'],
  ]);
  for (const path of [
    'update-affiliate-password',
    'update-affiliate-account',
    'update-staff',
    'reveal-number',
  ])
    expect(document.paths[`/api/${path}`]?.post?.description).toMatch(
      /403 confirmation_required: send the proof to POST \/api\/confirmation/,
    );
});

const always = ['internal', 'unavailable'] as const;
const ofBody = ['payload_too_large', 'unsupported_media_type'] as const;

test.each<[Call, ErrorCode[]]>([
  [sessionCall, [...always]],
  [quickStatisticsCall, ['invalid_input', 'not_signed_in', 'forbidden', ...always]],
  [v1SalesCall, ['invalid_input', 'not_signed_in', 'too_many_requests', ...always]],
  [eventsCall, ['invalid_input', 'bad_signature', ...ofBody, ...always]],
  [cspReportsCall, ['invalid_input', ...ofBody, 'too_many_requests', ...always]],
  [
    makeApiKeyCall,
    [
      ...(['invalid_input', 'not_signed_in', 'forbidden', 'confirmation_required', 'bad_origin'] as const),
      ...(['conflict', ...ofBody, 'too_many_requests', ...always] as const),
    ],
  ],
  [
    exportPaymentStatementCall,
    [
      ...(['invalid_input', 'not_signed_in', 'forbidden', 'bad_origin', 'not_found'] as const),
      ...(['too_many_requests', ...always] as const),
    ],
  ],
])('by which codes a call may be refused (%#)', (call, codes) => {
  expect(errorsOf(call)).toEqual(codes);
});
