import { AppError, ERROR_STATUS, type ErrorCode, MESSAGE } from '@partnerdesk/contracts';

const SHOWN = /^AppError (\w+): ([\s\S]*)$/;

/**
 * What a worker throws when a job fails: an AppError's code and message survive the queue, so that the office can
 * read them; the text of any other error stays in the worker's log.
 */
export function toJobError(error: unknown): Error {
  return error instanceof AppError ? new Error(`AppError ${error.code}: ${error.message}`) : (error as Error);
}

/** The error that a failed job stands for; what was not meant to be shown is the generic one. */
export function jobErrorOf(failedReason: string): AppError {
  const [, code, message] = SHOWN.exec(failedReason) ?? [];
  return code && message && Object.hasOwn(ERROR_STATUS, code)
    ? new AppError(code as ErrorCode, message)
    : new AppError('internal', MESSAGE.genericError);
}
