import {
  type AnySchema,
  allowedPage,
  type CheckedOf,
  type Described,
  describe,
  MESSAGE,
  parseDay,
  type ServerRule,
  type TextRules,
  type Texts,
} from '@partnerdesk/contracts';
import { addressProblem, passwordProblem, today } from '@partnerdesk/domain';
import Joi from 'joi';
import { COUNTRIES } from '../countries';

const OPTIONS: Joi.ValidationOptions = { abortEarly: false, errors: { wrap: { label: false } } };

/** What was sent, checked and converted. @param context what rules ask for @throws Joi's error, with every fault in it */
export function checkOrThrow<S extends AnySchema>(value: unknown, schema: S, context?: object): CheckedOf<S> {
  const checked = joiOf(schema).validate(value, { ...OPTIONS, ...(context && { context }) });
  if (checked.error) throw checked.error;
  return checked.value;
}

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
    return Joi.when(schema.field, { is: schema.is as Joi.SchemaLike, then, otherwise }) as Joi.AnySchema;
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
      return ofDay(schema.texts?.any);
    case 'one-of':
      return startOf(schema).valid(...schema.values);
    case 'list':
      return ofList(schema);
    case 'object':
      return ofObject(schema);
    case 'map':
      return Joi.object().pattern(Joi.string(), make(schema.of));
    case 'either':
      return ofEither(schema);
    case 'saved':
    case 'anything':
      return Joi.any();
    case 'nothing':
      return Joi.forbidden();
  }
}

const startOf = ({ as, strict = false }: Of<'one-of'>): Joi.AnySchema => {
  if (as === 'number') return strict ? Joi.number().strict() : Joi.number();
  return as === 'text' ? Joi.string() : Joi.any();
};

type Of<Kind extends Described['kind']> = Extract<Described, { kind: Kind }>;

type TextStep = (joi: Joi.StringSchema, value: never, rules: TextRules) => Joi.StringSchema;

const TEXT_STEPS: Readonly<Record<keyof TextRules, TextStep>> = {
  trim: (joi, trim: boolean) => joi.trim(trim),
  format: (joi, format: keyof typeof FORMATS) => FORMATS[format](joi),
  length: (joi, length: number) => joi.length(length),
  min: (joi, min: number) => joi.min(min),
  max: (joi, max: number) => joi.max(max),
  pattern: (joi, pattern: RegExp, { patternName }) => joi.pattern(pattern, patternName),
  patternName: (joi) => joi,
  without: (joi, without: RegExp) => joi.pattern(without, { invert: true }),
  empty: (joi, empty: boolean) => (empty ? joi.allow('') : joi),
  repeats: (joi, field: string) => joi.valid(Joi.ref(field)),
};

const FORMATS = {
  email: (joi: Joi.StringSchema) => joi.email({ tlds: false }),
  guid: (joi: Joi.StringSchema) => joi.guid(),
  hex: (joi: Joi.StringSchema) => joi.hex(),
  instant: (joi: Joi.StringSchema) => joi.isoDate(),
};

/**
 * Rules are checked in the order in which they are stated: of several faults the first is said. Half of a letter becomes
 * what will be stored of it: a seal of anything else would not be that of what is read again.
 */
const ofText = (rules: Of<'text'>): Joi.AnySchema =>
  Object.entries(rules)
    .reduce(
      (joi, [name, value]) => TEXT_STEPS[name as keyof TextRules]?.(joi, value as never, rules) ?? joi,
      Joi.string(),
    )
    .custom((text: string) => text.toWellFormed());

/** A day of the wire, `m/d/yyyy` or `yyyy-mm-dd`; converted to the latter. */
function ofDay(message = 'This is not a day of the form m/d/yyyy'): Joi.AnySchema {
  return Joi.string()
    .max(10)
    .custom((day: string, helpers) => parseDay(day) ?? helpers.message({ custom: message }))
    .messages({ '*': message });
}

function ofNumber({ whole, min, max, decimals, strict, not }: Of<'number'>): Joi.AnySchema {
  let joi = Joi.number();
  if (strict) joi = joi.strict();
  if (whole) joi = joi.integer();
  if (min !== undefined) joi = joi.min(min);
  if (max !== undefined) joi = joi.max(max);
  if (decimals !== undefined) joi = joi.precision(decimals);
  return not === undefined ? joi : joi.invalid(not);
}

function ofList({ of, min, max, unique }: Of<'list'>): Joi.AnySchema {
  let joi: Joi.ArraySchema = Joi.array().items(make({ ...of, optional: true }));
  if (unique === true) joi = joi.unique();
  if (min !== undefined) joi = joi.min(min);
  if (max !== undefined) joi = joi.max(max);
  // A list of objects says first that it is too short or too long: refusals keep their order.
  return typeof unique === 'string' ? joi.unique(unique) : joi;
}

function ofEither({ ways, first }: Of<'either'>): Joi.AnySchema {
  const made = ways.map((way) => make({ ...way, optional: true }));
  if (!first) return Joi.alternatives(...made);
  const [then, otherwise] = made as [Joi.AnySchema, Joi.AnySchema];
  return Joi.alternatives().conditional(make(first), { then, otherwise });
}

function ofObject({
  fields,
  oneOf,
  atMostOneOf,
  together,
  with: pair,
  without,
  others,
}: Of<'object'>): Joi.AnySchema {
  const keys = Object.entries(fields).map(([name, field]) => [name, make(field)]);
  let joi = Joi.object(Object.fromEntries(keys) as Record<string, Joi.AnySchema>);
  if (oneOf) joi = joi.xor(...oneOf);
  if (atMostOneOf) joi = joi.oxor(...atMostOneOf);
  if (together) joi = joi.and(...together);
  if (without) joi = joi.without(without[0], [...without[1]]);
  if (others === 'kept') joi = joi.unknown();
  if (others === 'dropped') joi = joi.options({ stripUnknown: true });
  return pair ? joi.with(...pair) : joi;
}

const messagesOf = (texts: Texts) =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => CODES[name as keyof Texts].map((code) => [code, text])),
  );

const siblingsOf = ({ state }: Joi.CustomHelpers): Record<string, unknown> => state.ancestors[0] ?? {};

const answer = (helpers: Joi.CustomHelpers, problem: string | undefined, value: unknown) =>
  problem === undefined ? value : helpers.error(PROBLEM.code, { problem });

export interface RuleContext {
  deepLinkPages: readonly string[];
}

/** What is wrong with a value, for the caller, or what it is read as. */
type Finding = { problem: string } | { value: unknown };

/** The rules that only a server can check, by the names that calls have for them. */
export const SERVER_RULES: Readonly<
  Record<
    ServerRule,
    (value: never, siblings: Readonly<Record<string, unknown>>, context: RuleContext) => Finding
  >
> = {
  'new-password': (password: string, { FirstName, EmailAddress }) =>
    findingOf(
      passwordProblem(password, 'others', {
        firstName: textOf(FirstName),
        emailAddress: textOf(EmailAddress),
      }),
      password,
    ),
  'deep-link-page': (page: string, _, context) => {
    const allowed = allowedPage(page, context.deepLinkPages);
    return allowed === undefined
      ? { problem: 'Links may not lead to this page of the service' }
      : { value: allowed };
  },
  'callable-address': (address: string) => findingOf(addressProblem(address), address),
  country: (countryID: number) =>
    findingOf(
      COUNTRIES.some((each) => each.countryID === countryID) ? undefined : MESSAGE.personalRequired,
      countryID,
    ),
  'year-begun': (year: number) =>
    findingOf(year > Number(today().slice(0, 4)) ? 'This year has not begun' : undefined, year),
};

const findingOf = (problem: string | undefined, value: unknown): Finding =>
  problem ? { problem } : { value };
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
