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

/** Checks the flat query; the outcome, converted and typed by its schema, is in ctx.state.query. */
export function validQuery<Schema extends Joi.AnySchema>(
  schema: Schema,
  { context }: { context?: object } = {},
): Step<{ query: InputOf<Schema> }> {
  return (ctx, next) => {
    // A copy with a prototype of its own: Node's query object has none.
    Object.assign(ctx.state, { query: checkOrThrow({ ...ctx.query }, schema, context) });
    return next();
  };
}

/** Reads and checks the JSON body, by the query, too; the outcome, converted and typed by its schema, is in ctx.state.body. */
export function validBody<Schema extends Joi.AnySchema>(
  schema: Schema,
  { limitBytes, types, context }: { limitBytes?: number; types?: readonly string[]; context?: object } = {},
): Step<{ body: InputOf<Schema> }> {
  return async (ctx, next) => {
    const { query } = ctx.state as { query?: object };
    const body = checkOrThrow(await readJson(ctx, limitBytes, types), schema, { ...context, query });
    Object.assign(ctx.state, { body });
    await next();
  };
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
