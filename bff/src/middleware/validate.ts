import { type BusinessDay, isPayPalId, MESSAGE, parseDay } from '@partnerdesk/contracts';
import Joi from 'joi';
import type { Step } from '../context';
import type { InputOf } from './joi-types';
import { readJson } from './read-body';

const OPTIONS: Joi.ValidationOptions = {
  abortEarly: false,
  allowUnknown: false,
  errors: { wrap: { label: false } },
};

/** @param context what rules of the schema ask for. @throws Joi's error, with every fault in it; the errors step maps it */
export function checkOrThrow<Schema extends Joi.AnySchema>(
  value: unknown,
  schema: Schema,
  context?: object,
): InputOf<Schema> {
  const checked = schema.validate(value, { ...OPTIONS, ...(context && { context }) });
  if (checked.error) throw checked.error;
  return checked.value;
}

/** What a step checks, by the step: who knows a route's steps knows what it takes. */
const checkedBy = new WeakMap<Step, { query: Joi.AnySchema } | { body: Joi.AnySchema }>();

/** The schema of the query or body that a step checks; undefined for other steps. */
export const schemaOf = (step: Step) => checkedBy.get(step);

/** Checks the flat query; the outcome, converted and typed by its schema, is in ctx.state.query. */
export function validQuery<Schema extends Joi.AnySchema>(
  schema: Schema,
  { context }: { context?: object } = {},
): Step<{ query: InputOf<Schema> }> {
  const step: Step = (ctx, next) => {
    // A copy with a prototype of its own: Node's query object has none.
    Object.assign(ctx.state, { query: checkOrThrow({ ...ctx.query }, schema, context) });
    return next();
  };
  checkedBy.set(step, { query: schema });
  return step as Step<{ query: InputOf<Schema> }>;
}

/** Reads and checks the JSON body; the outcome, converted and typed by its schema, is in ctx.state.body. */
export function validBody<Schema extends Joi.AnySchema>(
  schema: Schema,
  { limitBytes, types, context }: { limitBytes?: number; types?: readonly string[]; context?: object } = {},
): Step<{ body: InputOf<Schema> }> {
  const step: Step = async (ctx, next) => {
    Object.assign(ctx.state, { body: checkOrThrow(await readJson(ctx, limitBytes, types), schema, context) });
    await next();
  };
  checkedBy.set(step, { body: schema });
  return step as Step<{ body: InputOf<Schema> }>;
}

/** A call that takes no fields. */
export const nothing = Joi.object({});

/** A day of the wire, `m/d/yyyy` or `yyyy-mm-dd`; converted to the latter. */
export function day(message = 'This is not a day of the form m/d/yyyy'): Joi.StringSchema {
  const read: Joi.CustomValidator<string, BusinessDay> = (text, helpers) =>
    parseDay(text) ?? helpers.message({ custom: message });
  return Joi.string().max(10).custom(read).messages({ '*': message });
}

/** For `.custom()`: the text must be a PayPal ID. */
export const payPalId: Joi.CustomValidator<string> = (text, helpers) =>
  isPayPalId(text) ? text : helpers.message({ custom: MESSAGE.invalidEmail });

/** An id that people search by. */
export const id = () => Joi.number().integer().min(1).max(Number.MAX_SAFE_INTEGER);

/** First and last day, in order, both with the same text when they are missing or wrong. */
export function dayRange(message: string) {
  return {
    startDate: day(message).required(),
    endDate: day(message)
      .required()
      .custom((end: BusinessDay, helpers) => {
        const { startDate } = helpers.state.ancestors[0] as { startDate?: string };
        return startDate && (parseDay(startDate) ?? '') > end ? helpers.message({ custom: message }) : end;
      }),
  };
}
