/** The MongoDB error codes this server answers with, by their documented names. */
const CODES = {
  InternalError: 1,
  BadValue: 2,
  FailedToParse: 9,
  TypeMismatch: 14,
  InvalidLength: 16,
  InvalidBSON: 22,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  DollarPrefixedFieldName: 52,
  EmptyFieldName: 56,
  UnsatisfiableWriteConcern: 100,
  InvalidPipelineOperator: 168,
  CannotIndexParallelArrays: 171,
  InvalidIndexSpecificationOption: 197,
  TransactionTooOld: 225,
  NotImplemented: 238,
  QueryExceededMemoryLimitNoDiskUseAllowed: 292,
  OperationNotSupportedInTransaction: 263,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  CannotBackfillArray: 34,
  BSONObjectTooLarge: 10334,
} as const;

export type CodeName = keyof typeof CODES;

/** An error as a MongoDB reply carries it: code, codeName, errmsg and what belongs to it (keyPattern, keyValue). */
export class MongoError extends Error {
  readonly code: number;
  readonly codeName: string;

  constructor(
    code: CodeName | number,
    message: string,
    readonly extra: Record<string, unknown> = {},
  ) {
    super(message);
    this.code = typeof code === 'number' ? code : CODES[code];
    this.codeName = typeof code === 'number' ? `Location${code}` : code;
  }
}

/** The error for whatever is not a MongoError: its text stays in the log of the server, the code says internal. */
export const asMongoError = (error: unknown): MongoError =>
  error instanceof MongoError
    ? error
    : new MongoError('InternalError', String((error as Error)?.message ?? error));

/** Throws a MongoError. */
export function fail(...error: ConstructorParameters<typeof MongoError>): never {
  throw new MongoError(...error);
}
