/** The key, as it stands, or with letters of it escaped. */
const MAY_NAME_PROTO = /__proto__|\\u00[567]/i;

/**
 * A JSON text's value. The key `__proto__` is refused: copies take it for their prototype, and schemas don't see it.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  // Reading key by key is slow, and hardly ever needed.
  return MAY_NAME_PROTO.test(text) ? JSON.parse(text, refuseProto) : JSON.parse(text);
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('__proto__ is no field');
  return value;
}
