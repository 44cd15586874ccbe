import { type Call, ERROR_STATUS, type ErrorCode } from '@partnerdesk/contracts';

/** The codes by which a call may be refused: its own, and the usual ones of who may make it and of what it takes. */
export function errorsOf(call: Call): ErrorCode[] {
  const { name, confirm, confirmFor, sameSite, anySite, params, query, body, errors = [] } = call;
  const who = [call.who].flat();
  const [isWrite, isSigned] = [!name.startsWith('GET '), who.includes('service')];
  const isOfSession = !isSigned && !who.includes('anybody') && !who.includes('api-key');
  const usual: Record<ErrorCode, unknown> = {
    invalid_input: params || query || body,
    not_signed_in: isOfSession || who.includes('api-key'),
    bad_signature: isSigned,
    forbidden: isOfSession,
    confirmation_required: confirm || confirmFor,
    second_factor_required: false,
    bad_origin: sameSite || (isWrite && !isSigned && !anySite),
    not_found: false,
    conflict: false,
    payload_too_large: body,
    unsupported_media_type: body,
    // Affiliates’ writes are counted, and calls by key.
    too_many_requests:
      who.includes('api-key') || (isWrite && (who.includes('affiliate') || who.includes('signed-in'))),
    internal: true,
    unavailable: true,
  };
  return (Object.keys(ERROR_STATUS) as ErrorCode[]).filter((code) => usual[code] || errors.includes(code));
}
