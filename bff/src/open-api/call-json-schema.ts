import { isDeepStrictEqual } from 'node:util';
import { type AnySchema, type Described, describe } from '@partnerdesk/contracts';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/**
 * What a call takes or answers, as JSON Schema 2020-12.
 * @param of an answer may have more fields than a program of today knows; a request has these and no others
 */
export const schemaToJson = (schema: AnySchema, of: 'request' | 'answer'): JsonSchema =>
  convert(describe(schema), of);

type Direction = 'request' | 'answer';

function convert(schema: Described, of: Direction): JsonSchema {
  const { nullable, about, example, standard, ignored } = schema;
  const plain = ofKind(schema, of);
  const allowed = [...(nullable ? [null] : []), ...(of === 'request' && ignored === 'empty' ? [''] : [])];
  return {
    ...(allowed.length ? { anyOf: [plain, { enum: allowed }] } : plain),
    ...(about !== undefined && { description: about }),
    ...(of === 'request' && standard !== undefined && { default: standard }),
    ...(example !== undefined && { examples: [example] }),
  };
}

function ofKind(schema: Described, of: Direction): JsonSchema {
  switch (schema.kind) {
    case 'text':
      return of === 'answer' ? { type: 'string', ...formatOf(schema.format) } : ofText(schema);
    case 'number':
      return ofNumber(schema, of);
    case 'flag':
      return schema.only === undefined ? { type: 'boolean' } : { const: schema.only };
    case 'day':
      return of === 'answer' ? { type: 'string', format: 'date' } : { type: 'string', maxLength: 10 };
    case 'one-of':
      return { enum: schema.values };
    case 'list':
      return {
        type: 'array',
        items: convert(schema.of, of),
        ...(of === 'request' && lengths(schema, 'Items')),
        ...(schema.unique === true && { uniqueItems: true }),
      };
    case 'object':
      return ofObject(schema, of);
    case 'map':
      return { type: 'object', additionalProperties: convert(schema.of, of) };
    case 'either':
      return { anyOf: schema.ways.map((way) => convert(way, of)) };
    case 'when':
      return inCommon(convert(schema.then, of), convert(schema.otherwise, of));
    case 'saved':
      return { const: true };
    case 'anything':
      return {};
    case 'nothing':
      return { not: {} };
  }
}

type Of<Kind extends Described['kind']> = Extract<Described, { kind: Kind }>;

/** What both ways of a condition state; of two types or objects, either. */
const inCommon = (one: JsonSchema, other: JsonSchema): JsonSchema =>
  one.type === undefined || one.type === 'object' || one.type !== other.type
    ? { anyOf: [one, other] }
    : Object.fromEntries(Object.entries(one).filter(([key, value]) => isDeepStrictEqual(other[key], value)));

const FORMATS = { email: 'email', guid: 'uuid', instant: 'date-time' } as const;
const formatOf = (format: Of<'text'>['format']): JsonSchema =>
  format && format !== 'hex' ? { format: FORMATS[format] } : {};

const lengths = ({ min, max }: { min?: number; max?: number }, what: 'Items' | 'Length'): JsonSchema => ({
  ...(min !== undefined && { [`min${what}`]: min }),
  ...(max !== undefined && { [`max${what}`]: max }),
});

function ofText({ min, max, length, pattern, format, empty }: Of<'text'>): JsonSchema {
  const limits = length === undefined ? { min: min ?? (empty ? 0 : 1), max } : { min: length, max: length };
  return {
    type: 'string',
    ...formatOf(format),
    ...lengths(limits as { min?: number; max?: number }, 'Length'),
    ...(pattern && { pattern: pattern.source }),
  };
}

function ofNumber({ whole, min, max }: Of<'number'>, of: Direction): JsonSchema {
  return {
    type: whole ? 'integer' : 'number',
    ...(of === 'request' && min !== undefined && { minimum: min }),
    ...(of === 'request' && max !== undefined && { maximum: max }),
  };
}

/** Fields that a caller leaves out: those with a standard, or conditions one way of which needs none. */
const isOptional = (field: Described): boolean =>
  field.optional === true ||
  field.standard !== undefined ||
  (field.kind === 'when' && (isOptional(field.then) || isOptional(field.otherwise)));

function ofObject({ fields, others }: Of<'object'>, of: Direction): JsonSchema {
  const shown = Object.entries(fields).filter(([, { kind, stripped }]) => kind !== 'nothing' && !stripped);
  const required = shown
    .filter(([, field]) => (of === 'answer' ? !field.optional : !isOptional(field)))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, field]) => [name, convert(field, of)])),
    ...(required.length > 0 && { required }),
    ...(of === 'request' && !others && { additionalProperties: false }),
  };
}
