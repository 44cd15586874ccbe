import type Joi from 'joi';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1: as much of it as joi's schemas need. */
export type JsonSchema = Record<string, unknown>;

type Description = Joi.Description;
type Rule = { name: string; args?: Record<string, unknown> };

/** What a joi schema takes, as JSON Schema. Rules of its own (`custom`) are left to its description. */
export const jsonSchemaOf = (schema: Joi.AnySchema): JsonSchema => convert(schema.describe());

function convert(description: Description): JsonSchema {
  const { flags = {}, allow = [], examples } = description as Description & { examples?: unknown[] };
  const values = allow.filter((value: unknown) => value === null || typeof value !== 'object');
  const schema = (flags as { only?: boolean }).only
    ? { enum: values }
    : withAllowed(ofType(description), values);
  const { description: said, default: standard } = flags as { description?: string; default?: unknown };
  return {
    ...schema,
    ...(said && { description: said }),
    ...(standard !== undefined && typeof standard !== 'function' && { default: standard }),
    ...(examples && { examples }),
  };
}

/** What is allowed besides what the type is, such as null or an empty text. */
function withAllowed(schema: JsonSchema, values: unknown[]): JsonSchema {
  if (values.length === 0 || Object.keys(schema).length === 0) return schema;
  if (values.length === 1 && values[0] === null) return { ...schema, type: [schema.type, 'null'] };
  return { anyOf: [schema, { enum: values }] };
}

function ofType(description: Description): JsonSchema {
  const {
    type = 'any',
    matches = [],
    items = [],
  } = description as Description & { matches?: { schema?: Description }[] };
  if (type === 'object') return ofObject(description);
  if (type === 'array')
    return {
      type: 'array',
      ...(items[0] && { items: convert(items[0]) }),
      ...rulesOf(description, ARRAY_RULES),
    };
  if (type === 'string') return { type: 'string', ...rulesOf(description, STRING_RULES) };
  if (type === 'number')
    return { type: isInteger(description) ? 'integer' : 'number', ...rulesOf(description, NUMBER_RULES) };
  if (type === 'boolean') return { type: 'boolean' };
  if (type === 'date') return { type: 'string', format: 'date-time' };
  if (type === 'alternatives')
    return { anyOf: matches.flatMap(({ schema }) => (schema ? [convert(schema)] : [])) };
  return {};
}

function ofObject({ keys = {} }: Description): JsonSchema {
  const fields = Object.entries(keys as Record<string, Description>).filter(
    ([, { flags }]) => presenceOf(flags) !== 'forbidden',
  );
  const required = fields.filter(([, { flags }]) => presenceOf(flags) === 'required').map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, convert(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

const presenceOf = (flags?: object) => (flags as { presence?: string } | undefined)?.presence;
const rules = ({ rules: list = [] }: Description) => list as Rule[];
const isInteger = (description: Description) => rules(description).some(({ name }) => name === 'integer');

type Rules = Record<string, (args: Record<string, unknown>) => JsonSchema>;
const limitAs =
  (name: string) =>
  ({ limit }: Record<string, unknown>): JsonSchema =>
    typeof limit === 'number' ? { [name]: limit } : {};
const STRING_RULES: Rules = {
  min: limitAs('minLength'),
  max: limitAs('maxLength'),
  email: () => ({ format: 'email' }),
  uri: () => ({ format: 'uri' }),
  isoDate: () => ({ format: 'date-time' }),
  pattern: ({ regex }) => ({ pattern: String(regex).replace(/^\/|\/[a-z]*$/g, '') }),
};
const NUMBER_RULES: Rules = { min: limitAs('minimum'), max: limitAs('maximum') };
const ARRAY_RULES: Rules = {
  min: limitAs('minItems'),
  max: limitAs('maxItems'),
  unique: () => ({ uniqueItems: true }),
};

const rulesOf = (description: Description, known: Rules): JsonSchema =>
  Object.assign({}, ...rules(description).map(({ name, args = {} }) => known[name]?.(args)));
