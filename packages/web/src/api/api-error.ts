import type { ErrorBody, ErrorCode, FieldErrors } from '@partnerdesk/contracts';
import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';

/** Why a call failed: the server's code, or what kept its answer from arriving. */
export type ApiErrorCode = ErrorCode | 'network' | 'timeout' | 'unreadable';

/** The one shape in which screens see a failed call. Plain data: it is kept in the store. */
export interface ApiError {
  /** HTTP status; 0 when no answer came. */
  status: number;
  code: ApiErrorCode;
  /** The server's text, in English; empty when no answer came. */
  message: string;
  /** Wire name of a field → what is wrong with it. */
  fields?: FieldErrors;
}

/** Whether a thrown value is a failed call. */
export function isApiError(value: unknown): value is ApiError {
  return typeof value === 'object' && value !== null && 'status' in value && 'code' in value;
}

function isErrorBody(data: unknown): data is ErrorBody {
  const error = (data as Partial<ErrorBody> | null)?.error;
  return typeof error?.code === 'string' && typeof error.message === 'string';
}

/** Turns what the fetch layer says into an ApiError; an answer without our error shape keeps its status only. */
export function toApiError(error: FetchBaseQueryError): ApiError {
  if (error.status === 'FETCH_ERROR') return { status: 0, code: 'network', message: '' };
  if (error.status === 'TIMEOUT_ERROR') return { status: 0, code: 'timeout', message: '' };
  if (error.status === 'PARSING_ERROR')
    return { status: error.originalStatus, code: 'unreadable', message: '' };
  if (error.status === 'CUSTOM_ERROR') return { status: 0, code: 'unreadable', message: '' };
  const data = parseIfText(error.data);
  if (isErrorBody(data)) return { status: error.status, ...data.error };
  return { status: error.status, code: error.status === 401 ? 'not_signed_in' : 'internal', message: '' };
}

/** Calls that expect text get their error as text too. */
function parseIfText(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}
