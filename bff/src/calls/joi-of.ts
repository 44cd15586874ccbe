import { type AnySchema, type Described, describe, type Texts } from '@partnerdesk/contracts';
import Joi from 'joi';
import { day } from '../middleware/validate';
import { type RuleContext, SERVER_RULES } from './server-rules';

/** joi's names of what the texts are about. */
const CODES: Readonly<Record<keyof Texts, readonly string[]>> = {
  missing: ['any.required'],
  empty: ['string.empty'],
  long: ['string.max', 'number.max', 'array.max'],
  short: ['string.min', 'number.min', 'array.min'],
  email: ['string.email'],
  pattern: ['string.pattern.base', 'string.pattern.invert.base'],
  other: ['any.only'],
  any: ['*'],
};

/** joi's name for what a check or a rule says; braces in its text are not filled in. */
const PROBLEM = { code: 'call.problem', text: '{{#problem}}' };

const made = new WeakMap<AnySchema, Joi.AnySchema>();

/** The validator of what a call takes: conversions, limits, conditions and texts as its schema states them. */
export function joiOf(schema: AnySchema): Joi.AnySchema {
  const joi = made.get(schema) ?? make(describe(schema));
  made.set(schema, joi);
  return joi;
}

function make(schema: Described): Joi.AnySchema {
  const { texts, standard, rule, check } = schema;
  if (schema.kind === 'when') {
    const [then, otherwise] = [make(schema.then), make(schema.otherwise)];
    return Joi.when(schema.field, { is: schema.is, then, otherwise }) as Joi.AnySchema;
  }
  let joi = ofKind(schema);
  if (check)
    joi = joi.custom((value, helpers) => answer(helpers, check(value as never, siblingsOf(helpers)), value));
  if (rule)
    joi = joi.custom((value, helpers) => {
      const found = SERVER_RULES[rule](
        value as never,
        siblingsOf(helpers),
        helpers.prefs.context as RuleContext,
      );
      return 'problem' in found ? answer(helpers, found.problem, value) : found.value;
    });
  if (check || rule) joi = joi.messages({ [PROBLEM.code]: PROBLEM.text });
  if (schema.nullable) joi = joi.allow(null);
  if (schema.ignored) joi = joi.empty(schema.ignored === 'empty' ? '' : Joi.any());
  if (texts) joi = joi.messages(messagesOf(texts));
  if (schema.stripped) return joi.strip();
  if (standard !== undefined) return joi.default(standard as Joi.BasicType);
  return schema.optional ? joi : joi.required();
}

function ofKind(schema: Exclude<Described, { kind: 'when' }>): Joi.AnySchema {
  switch (schema.kind) {
    case 'text':
      return ofText(schema);
    case 'number':
      return ofNumber(schema);
    case 'flag': {
      const flag = schema.strict ? Joi.boolean().strict() : Joi.boolean();
      return schema.only === undefined ? flag : flag.valid(schema.only);
    }
    case 'day':
      return day(schema.texts?.any);
    case 'one-of':
      return startOf(schema.as).valid(...schema.values);
    case 'list':
      return ofList(schema);
    case 'object':
      return ofObject(schema);
    case 'map':
      return Joi.object().pattern(Joi.string(), make(schema.of));
    case 'either':
      return Joi.alternatives(...schema.ways.map((way) => make({ ...way, optional: true })));
    case 'saved':
    case 'anything':
      return Joi.any();
    case 'nothing':
      return Joi.forbidden();
  }
}

const startOf = (as?: 'number' | 'text'): Joi.AnySchema => {
  if (as === 'number') return Joi.number();
  return as === 'text' ? Joi.string() : Joi.any();
};

type Of<Kind extends Described['kind']> = Extract<Described, { kind: Kind }>;

function ofText({
  trim,
  min,
  max,
  length,
  pattern,
  without,
  format,
  empty,
  repeats,
}: Of<'text'>): Joi.AnySchema {
  let joi = Joi.string();
  if (trim) joi = joi.trim();
  if (format === 'email') joi = joi.email({ tlds: false });
  if (format === 'guid') joi = joi.guid();
  if (format === 'hex') joi = joi.hex();
  if (format === 'instant') joi = joi.isoDate();
  if (length !== undefined) joi = joi.length(length);
  if (min !== undefined) joi = joi.min(min);
  if (max !== undefined) joi = joi.max(max);
  if (pattern) joi = joi.pattern(pattern);
  if (without) joi = joi.pattern(without, { invert: true });
  if (empty) joi = joi.allow('');
  return repeats ? joi.valid(Joi.ref(repeats)) : joi;
}

function ofNumber({ whole, min, max, decimals, strict, not }: Of<'number'>): Joi.AnySchema {
  let joi = Joi.number();
  if (strict) joi = joi.strict();
  if (whole) joi = joi.integer();
  if (decimals !== undefined) joi = joi.precision(decimals);
  if (min !== undefined) joi = joi.min(min);
  if (max !== undefined) joi = joi.max(max);
  return not === undefined ? joi : joi.invalid(not);
}

function ofList({ of, min, max, unique }: Of<'list'>): Joi.AnySchema {
  let joi: Joi.ArraySchema = Joi.array().items(make({ ...of, optional: true }));
  if (unique) joi = joi.unique();
  if (min !== undefined) joi = joi.min(min);
  return max === undefined ? joi : joi.max(max);
}

function ofObject({ fields, oneOf, together, with: pair, without }: Of<'object'>): Joi.AnySchema {
  const keys = Object.entries(fields).map(([name, field]) => [name, make(field)]);
  let joi = Joi.object(Object.fromEntries(keys) as Record<string, Joi.AnySchema>);
  if (oneOf) joi = joi.xor(...oneOf);
  if (together) joi = joi.and(...together);
  if (without) joi = joi.without(without[0], [...without[1]]);
  return pair ? joi.with(...pair) : joi;
}

const messagesOf = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => CODES[name as keyof Texts].map((code) => [code, text])),
  );

const siblingsOf = ({ state }: Joi.CustomHelpers): Record<string, unknown> => state.ancestors[0] ?? {};

const answer = (helpers: Joi.CustomHelpers, problem: string | undefined, value: unknown) =>
  problem === undefined ? value : helpers.error(PROBLEM.code, { problem });
