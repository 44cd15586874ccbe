import { AppError } from '@partnerdesk/contracts';
import Joi from 'joi';

/** A cursor as callers have it: they hand it back and read nothing in it. */
export const writeCursor = (place: object): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

const WRONG = 'This cursor is not one of this call’s answers';

/** @throws AppError invalid_input for one that this call has not answered */
export function readCursorOrThrow<Place>(
  cursor: string | undefined,
  shape: Joi.ObjectSchema,
): Place | undefined {
  if (cursor === undefined) return undefined;
  try {
    return Joi.attempt(JSON.parse(Buffer.from(cursor, 'base64url').toString()), shape.required());
  } catch {
    throw new AppError('invalid_input', WRONG, { cursor: WRONG });
  }
}

/** Sales of one instant, as a run of rebills gives them all: more than an affiliate has in a day. */
const MAX_SEEN = 1_000_000;
/** The last instant of a Date (ms). */
const MAX_AT = 8.64e15;
/** A SalesCursor (packages/domain/src/ledger/statistics/affiliate-figures.ts). */
export const salesPlace = Joi.object({
  at: Joi.number().integer().min(0).max(MAX_AT).required(),
  seen: Joi.number().integer().min(1).max(MAX_SEEN).required(),
});
