import Joi from 'joi';
import { everyRoute } from '../testing/every-route';
import { jsonSchemaOf } from './json-schema';
import { openApiOf } from './open-api';

test('the generator writes a document of every call of the product', () => {
  const document = openApiOf(everyRoute(), { title: 'All', version: '1', url: 'https://example.com' });
  expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(everyRoute().length);
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

test.each<[Joi.AnySchema, object]>([
  [
    Joi.string().min(1).max(5).allow(''),
    { anyOf: [{ type: 'string', minLength: 1, maxLength: 5 }, { enum: [''] }] },
  ],
  [Joi.string().allow(null), { type: ['string', 'null'] }],
  [Joi.number().integer().min(1).default(7), { type: 'integer', minimum: 1, default: 7 }],
  [
    Joi.string().pattern(/^a+$/).description('Only a'),
    { type: 'string', pattern: '^a+$', description: 'Only a' },
  ],
  [Joi.valid(1, 2), { enum: [1, 2] }],
  [
    Joi.array().items(Joi.boolean()).unique(),
    { type: 'array', items: { type: 'boolean' }, uniqueItems: true },
  ],
  [Joi.alternatives(Joi.number(), Joi.string()), { anyOf: [{ type: 'number' }, { type: 'string' }] }],
  [
    Joi.object({ a: Joi.string().required(), b: Joi.forbidden() }),
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
  ],
  [Joi.any(), {}],
])('a schema of joi’s as JSON Schema (%#)', (schema, expected) => {
  expect(jsonSchemaOf(schema)).toEqual(expected);
});
