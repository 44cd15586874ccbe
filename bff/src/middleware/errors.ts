import { AppError, type ErrorBody, MESSAGE } from '@partnerdesk/contracts';
import type { Ctx, Step } from '../context';
import { toAppError } from './map-error';

/**
 * The outermost step that answers: errors become `{error: {code, message, fields?, details?}}`. What nobody foresaw is a
 * plain 500, logged once with its request id; nothing of it leaves the server.
 */
export const answerErrors: Step = async (ctx, next) => {
  try {
    await next();
  } catch (error) {
    const known = toAppError(error);
    if (!known || known.status >= 500) ctx.state.logger.error({ err: error }, 'request failed');
    answerError(ctx, known ?? new AppError('internal', MESSAGE.genericError));
  }
};

/** When to try again what could not be done for lack of something that comes back: seconds. */
const RETRY_AFTER_S = '2';

/** Writes an error as the answer. */
function answerError(ctx: Ctx, error: AppError): void {
  const { code, message, fields, details } = error;
  const body: ErrorBody = {
    error: { code, message, ...(fields && { fields }), ...(details !== undefined && { details }) },
  };
  ctx.status = error.status;
  ctx.set('Cache-Control', 'no-store');
  ctx.remove('Content-Encoding');
  if (error.status === 503 && !ctx.response.get('Retry-After')) ctx.set('Retry-After', RETRY_AFTER_S);
  // What of the body was not read stands before the next request of this connection.
  if (!ctx.req.complete) ctx.set('Connection', 'close');
  ctx.body = body;
}

/** What no route answered. */
export const answerNotFound: Step = () => {
  throw new AppError('not_found', 'Not found');
};
