import { AppError, type ErrorBody, type FieldErrors, MESSAGE } from '@partnerdesk/contracts';
import { isOutOfDiskSpace, isPassingOutage } from '@partnerdesk/domain';
import Joi from 'joi';
import type { Ctx, Step } from '../context';

/** Parts of errors that distinguish them: type and code, and text only where there is neither. */
interface Recognisable {
  name?: string;
  message?: string;
  code?: unknown;
  type?: string;
  status?: number;
  expose?: boolean;
  errors?: Record<string, unknown>;
  path?: string;
  errorResponse?: unknown;
  /** Of a transaction of Redis that was given up: why its commands were refused. */
  previousErrors?: Error[];
}

const DUPLICATE_KEY = 11000;

/** A database or Redis that does not answer: it will again, so the caller may try later. */
const DATABASE_OUTAGES = new Set([
  'MongoClientClosedError',
  'MongoExpiredSessionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoPoolClearedError',
  'MongoPoolClearedOnNetworkError',
  'MongoWaitQueueTimeoutError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongooseServerSelectionError',
  'PoolClearedOnNetworkError',
]);
/** Of Redis, of what stands for either, and of a write that no majority of the database's members has acknowledged. */
const OTHER_OUTAGES = new Set(['DependencyError', 'MaxRetriesPerRequestError', 'MongoWriteConcernError']);

/** The system's codes for a connection that is refused or broken off, and a disk without room for a picture. */
const OF_THE_SYSTEM = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOSPC', 'EDQUOT']);

/** Redis's codes, the first word of what it answers, for what it refuses for now: no memory or disk, no primary, loading. */
const REDIS_REFUSALS = /^(OOM|MISCONF|READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN) /;

const isRefusedByRedis = ({ message = '', previousErrors = [] }: Recognisable): boolean =>
  REDIS_REFUSALS.test(message) || previousErrors.some((each) => REDIS_REFUSALS.test(each.message));

/** What ioredis says, with neither name nor code, of a connection that this process has closed: it is about to end. */
const CLOSED_BY_US = 'Connection is closed.';

/** Whether an error means that the database does not answer. A bulk write wraps what broke it off. */
export function isDatabaseOutage(error: unknown): boolean {
  const { name = '', errorResponse } = (error ?? {}) as Recognisable;
  return DATABASE_OUTAGES.has(name) || (errorResponse instanceof Error && isDatabaseOutage(errorResponse));
}

const INCOMPLETE = ['invalid_input', 'The body did not arrive in full'] as const;
const BODY_ERRORS: Record<string, readonly [AppError['code'], string]> = {
  'entity.too.large': ['payload_too_large', 'The body is too large'],
  'encoding.unsupported': ['unsupported_media_type', 'This content type or encoding is not supported'],
  'request.aborted': INCOMPLETE,
  'request.size.invalid': INCOMPLETE,
  // The caller left before anybody read the body.
  'stream.not.readable': INCOMPLETE,
};

const STATUS_CODES: Record<number, AppError['code']> = { 400: 'invalid_input', 404: 'not_found' };

/** The answer that an error stands for; undefined for what nobody foresaw. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (Joi.isError(error)) return fromJoi(error);
  const known = (error ?? {}) as Recognisable;
  if (known.name === 'ValidationError' && known.errors) return fromMongoose(Object.keys(known.errors));
  if (known.name === 'CastError' && known.path) return fromMongoose([known.path]);
  if (known.code === DUPLICATE_KEY) return new AppError('conflict', 'This exists already');
  if (isOutage(known)) return new AppError('unavailable', MESSAGE.genericError);
  const bodyError = BODY_ERRORS[known.type ?? ''];
  if (bodyError) return new AppError(...bodyError);
  const code = known.expose ? STATUS_CODES[known.status ?? 0] : undefined;
  return code && new AppError(code, code === 'not_found' ? 'Not found' : MESSAGE.genericError);
}

function isOutage(error: Recognisable): boolean {
  return (
    isDatabaseOutage(error) ||
    OTHER_OUTAGES.has(error.name ?? '') ||
    OF_THE_SYSTEM.has(String(error.code)) ||
    error.message === CLOSED_BY_US ||
    (error.name === 'ReplyError' && isRefusedByRedis(error)) ||
    isPassingOutage(error) ||
    isOutOfDiskSpace(error)
  );
}

function fromJoi(error: Joi.ValidationError): AppError {
  const fields: FieldErrors = {};
  for (const { path, message } of error.details) fields[path.join('.') || 'body'] ??= message;
  return new AppError('invalid_input', error.details[0]?.message ?? MESSAGE.genericError, fields);
}

function fromMongoose(paths: string[]): AppError {
  const fields = Object.fromEntries(paths.map((path) => [path, 'This value is not allowed']));
  return new AppError('invalid_input', MESSAGE.genericError, fields);
}

/** Errors become `{error: {code, message, fields?, details?}}`; what nobody foresaw a plain 500, logged once. */
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

export const answerNotFound: Step = () => {
  throw new AppError('not_found', 'Not found');
};
