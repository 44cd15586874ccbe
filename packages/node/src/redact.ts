/** Names of fields that may never reach a log, whatever their case: rules, Accounts and access. */
const SECRET_NAME =
  /passw|passcode|secret|token|tax_?id$|account_?number|routing_?number|cookie|authorization|signature|session_?keys?$|field_?keys?$/i;

const MAX_DEPTH = 6;

/** A copy with every field of a secret name blanked. Errors and other class instances pass as they are. */
export function redact(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return depth > MAX_DEPTH ? '[deep]' : value.map((one) => redact(one, depth + 1));
  if (!isPlainObject(value)) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      SECRET_NAME.test(name) && inner !== undefined && inner !== null
        ? '[redacted]'
        : redact(inner, depth + 1),
    ]),
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** What a log may know of an error: never its further properties, which hold refused values. */
export function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = (error as { code?: unknown }).code;
  return {
    type: name,
    message,
    ...(code === undefined ? {} : { code }),
    stack,
    ...(cause === undefined ? {} : { cause: serializeError(cause) }),
  };
}
