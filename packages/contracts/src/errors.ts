/** Every error code the API answers with, and its HTTP status. The only such table. */
export const ERROR_STATUS = {
  invalid_input: 400,
  not_signed_in: 401,
  bad_signature: 401,
  forbidden: 403,
  confirmation_required: 403,
  second_factor_required: 403,
  bad_origin: 403,
  not_found: 404,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

/** Field name → text; the name is the wire name of the field. */
export type FieldErrors = Record<string, string>;

/** Body of every answer that is not a success. */
export interface ErrorBody {
  error: {
    code: ErrorCode;
    message: string;
    fields?: FieldErrors;
    /** What else a caller needs to go on, e.g. ConflictDetails. */
    details?: unknown;
  };
}

/** The one error type of the servers. Its message, fields and details go to the caller: nothing internal belongs in them. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, fields?: FieldErrors, details?: unknown) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = fields;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}
