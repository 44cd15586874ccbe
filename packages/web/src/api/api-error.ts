import { ERROR_STATUS, type ErrorCode, type FieldErrors } from '@partnerdesk/contracts';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { readJson } from '../storage';

/** Why a call failed: the server's code, or what kept its answer from arriving or from being understood. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

/** The one shape in which screens see a failed call. Plain data: it is kept in the store. */
export interface ApiError {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code: ApiErrorCode;
  /** The server's text, in English; empty when no answer came. `readFailure` decides whether people read it. */
  message: string;
  /** Wire name of a field → what is wrong with it. */
  fields?: FieldErrors;
  /** What else the server sent along, e.g. ConflictDetails. */
  details?: unknown;
  /** The banner reports it (see `alertOnFailure`): nobody else has to. */
  alerted?: boolean;
}

/** Whether a thrown value is a failed call. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'status' in value && 'code' in value;
}

/** Whether a call was refused because somebody else was first. */
export const isConflict = (value: unknown): value is ApiError =>
  isApiError(value) && value.code === 'conflict';

/** Whether a call was refused for want of a proof: the dialog has asked for it, and the person has cancelled it. */
export const isProofMissing = ({ code }: Partial<ApiError>): boolean =>
  code === 'confirmation_required' || code === 'second_factor_required';

/** Turns what the fetch layer reports into an ApiError; an answer without our error shape keeps its status only. */
export function toApiError(error: FetchBaseQueryError): ApiError {
  if (error.status === 'FETCH_ERROR') return { status: 0, code: 'network', message: '' };
  if (error.status === 'TIMEOUT_ERROR') return { status: 0, code: 'timeout', message: '' };
  if (error.status === 'PARSING_ERROR')
    return { status: error.originalStatus, code: 'unreadable', message: '' };
  if (error.status === 'CUSTOM_ERROR') return { status: 0, code: 'unreadable', message: '' };
  const { status } = error;
  const { code, message, fields, details } = errorIn(error.data);
  if (!isErrorCode(code) || typeof message !== 'string') {
    return { status, code: status === 401 ? 'not_signed_in' : 'internal', message: '' };
  }
  return {
    status,
    code,
    message,
    ...(isRecord(fields) && { fields: textsIn(fields) }),
    ...(details !== undefined && { details }),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isErrorCode = (code: unknown): code is ErrorCode =>
  typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code);

/** The part of a failed answer that describes the error; calls that expect text get it as text. */
function errorIn(data: unknown): Record<string, unknown> {
  const body = typeof data === 'string' ? readJson(data) : data;
  return isRecord(body) && isRecord(body.error) ? body.error : {};
}

function textsIn(fields: Record<string, unknown>): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
