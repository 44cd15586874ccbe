import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ServiceEvent } from '@partnerdesk/contracts';
import { propertyRuns } from '@partnerdesk/testing/services';
import fc from 'fast-check';
import Joi from 'joi';
import { checkFields, type Rule, shapes } from './event-schema';

const sample = readFileSync(join(__dirname, '../../../../scripts/sample/events.ndjson'), 'utf8')
  .split('\n')
  .filter((line) => line.includes('{'))
  .map((line) => JSON.parse(line) as ServiceEvent & Record<string, unknown>);
const types = Object.keys(shapes) as ServiceEvent['type'][];
const names = [...new Set(sample.flatMap((event) => Object.keys(event)))];

/** An instant as `Date` reads it. */
function instantSchema(): Joi.StringSchema {
  const utc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|\+00:?00)$/;
  return Joi.string().custom((value: string, { message }) => {
    const date = new Date(value);
    if (!utc.test(value) || Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(value.slice(8, 10)))
      return message({ custom: '{{#label}} must be an ISO 8601 instant in UTC' });
    if (date.getUTCFullYear() < 2000)
      return message({ custom: '{{#label}} must not lie before the year 2000' });
    const isAhead = date.getTime() > Date.now() + 86_400_000;
    return isAhead
      ? message({ custom: '{{#label}} must not lie more than a day ahead' })
      : date.toISOString();
  });
}

function schemaOf(rule: Rule): Joi.Schema {
  const text = (maxLength: number) =>
    Joi.string()
      .max(maxLength)
      .pattern(/^\P{Cs}*$/u)
      .messages({ 'string.pattern.base': '{{#label}} must be well-formed text' });
  const kinds = {
    whole: () => rule.kind === 'whole' && Joi.number().integer().min(rule.min).max(rule.max),
    text: () => rule.kind === 'text' && text(rule.maxLength),
    choice: () => rule.kind === 'choice' && Joi.valid(...rule.among),
    instant: instantSchema,
  };
  let schema = kinds[rule.kind]() as Joi.Schema;
  if (rule.orEmpty) schema = schema.allow('');
  if (rule.requiredIf)
    schema = schema.when(rule.requiredIf.field, { is: rule.requiredIf.is, then: Joi.required() });
  return rule.optional || rule.requiredIf ? schema : schema.required();
}

const schemas = Object.fromEntries(
  types.map((type) => [
    type,
    Joi.object(
      Object.fromEntries(Object.entries(shapes[type]).map(([name, rule]) => [name, schemaOf(rule)])),
    ).prefs({ convert: false }),
  ]),
);

test('good events of every type are let through, their instants in one form', () => {
  const faults = sample.filter((event) => {
    const stored = { ...event, at: new Date(event.at).toISOString() };
    return !isDeepStrictEqual(checkFields(shapes[event.type], event), { value: stored });
  });
  expect(faults).toEqual([]);
  expect([...new Set(sample.map(({ type }) => type))].sort()).toEqual([...types].sort());
});

/** Texts and numbers at the ends of what is allowed, and what is neither. */
const ODD = [
  ...['', 'staff', 'missed', 'text', '\ud800', '😀', 'x'.repeat(50), 'x'.repeat(100), 'x'.repeat(101)],
  ...[
    0,
    -0,
    1,
    -1,
    0.5,
    100_000,
    100_001,
    1e9,
    1e9 + 1,
    2 ** 53 - 1,
    2 ** 53,
    Number.NaN,
    Infinity,
    -Infinity,
  ],
  ...['2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z', '2099-01-01T00:00Z', '2026-02-20T05:02Z', '2026-02-20'],
  ...['1999-12-31T23:59:59.999Z', '2000-01-01T00:00:00Z', '2026-02-20T05:02:03.123456789+0000'],
  ...[true, null, undefined, [], {}],
];

function expectAsBySchema(type: ServiceEvent['type'], event: Record<string, unknown>): void {
  const { error, value } = (schemas[type] as Joi.Schema).validate(event);
  expect(checkFields(shapes[type], event)).toEqual(error ? { reason: error.message } : { value });
}

test.each(types)(
  'each odd value of each field of %s is judged as by a schema, with the same words',
  (type) => {
    const good = sample.find((event) => event.type === type) as ServiceEvent & Record<string, unknown>;
    for (const name of [...Object.keys(shapes[type]), 'else', '', 'constructor'])
      for (const value of ODD) expectAsBySchema(type, { ...good, [name]: value });
  },
);

test('whatever else an event holds, it is judged as by a schema, with the same words', () => {
  const value = fc.oneof(fc.constantFrom(...ODD), fc.string({ unit: 'binary' }), fc.integer(), fc.double());
  const name = fc.constantFrom(...names, 'constructor', 'else', '');
  const changes = fc.array(fc.record({ name, value, remove: fc.boolean() }), { maxLength: 3 });
  const other = fc.option(fc.constantFrom(...types));
  fc.assert(
    fc.property(fc.constantFrom(...sample), changes, other, (event, changed, type) => {
      const all: Record<string, unknown> = { ...event };
      for (const change of changed) {
        if (change.remove) delete all[change.name];
        else all[change.name] = change.value;
      }
      expectAsBySchema(type ?? event.type, all);
    }),
    propertyRuns(3000),
  );
});
