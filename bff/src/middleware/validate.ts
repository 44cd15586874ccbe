import {
  type BusinessDay,
  isPayPalId,
  MAX_SIGN_IN_EMAIL,
  MESSAGE,
  parseDay,
  SIGN_IN_EMAIL_TEXT,
} from '@partnerdesk/contracts';
import { passwordProblem } from '@partnerdesk/domain';
import Joi from 'joi';
import type { Step } from '../context';
import type { InputOf } from './joi-types';
import { readJson } from './read-body';

const OPTIONS: Joi.ValidationOptions = {
  abortEarly: false,
  allowUnknown: false,
  errors: { wrap: { label: false } },
};

/** @throws Joi's error, with every fault in it; the errors step maps it */
export function checkOrThrow<Schema extends Joi.AnySchema>(value: unknown, schema: Schema): InputOf<Schema> {
  const checked = schema.validate(value, OPTIONS);
  if (checked.error) throw checked.error;
  return checked.value;
}

/** Checks the flat query; the outcome, converted and typed by its schema, is in ctx.state.query. */
export function validQuery<Schema extends Joi.AnySchema>(schema: Schema): Step<{ query: InputOf<Schema> }> {
  return (ctx, next) => {
    // A copy with a prototype of its own: Node's query object has none.
    Object.assign(ctx.state, { query: checkOrThrow({ ...ctx.query }, schema) });
    return next();
  };
}

/** Reads and checks the JSON body; the outcome, converted and typed by its schema, is in ctx.state.body. */
export function validBody<Schema extends Joi.AnySchema>(
  schema: Schema,
  options: { limitBytes?: number } = {},
): Step<{ body: InputOf<Schema> }> {
  return async (ctx, next) => {
    Object.assign(ctx.state, { body: checkOrThrow(await readJson(ctx, options.limitBytes), schema) });
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

/** The email of somebody who signs in. @param missing text for an empty one */
export function signInEmail(missing: string) {
  return Joi.string().trim().email({ tlds: false }).max(MAX_SIGN_IN_EMAIL).required().messages({
    'any.required': missing,
    'string.empty': missing,
    'string.email': MESSAGE.invalidEmail,
    'string.max': SIGN_IN_EMAIL_TEXT,
  });
}

/** For `.custom()`: a new password of somebody outside the office. */
export const newPassword: Joi.CustomValidator<string> = (text, helpers) => {
  const problem = passwordProblem(text, 'others');
  return problem ? helpers.message({ custom: problem }) : text;
};

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
