import { type FieldErrors, MESSAGE, type Outcome } from '@partnerdesk/contracts';
import { type ApiError, type ApiErrorCode, isApiError } from './api-error';
import { CONFIRM_TEXT } from './confirmation';

/** What a person reads of a failed call, and where. */
export interface Failure {
  /** Beside the fields of the form that was sent: name of a field → the server's text about it. */
  fields: FieldErrors;
  /** Above the form, or in place of what could not be opened: the server's reason. Empty if it is not for people. */
  reason: string;
  /** The server says what is wrong with a field, or with the address of the page: later the same call fails again. */
  isFinal: boolean;
  /** For the banner, where no form shows the failure: the reason as a warning, else the general danger alert. */
  alert: { kind: 'warning' | 'danger'; text: string };
  /** The login over the screen reports it already: show nothing in place of what could not be opened. */
  sessionEnded: boolean;
}

/** The answers whose text was written for the person who made the call. All others name only what went wrong inside. */
const READABLE: readonly ApiErrorCode[] = [
  'invalid_input',
  'confirmation_required',
  'bad_origin',
  'conflict',
  'not_found',
  'too_many_requests',
  'payload_too_large',
];

/**
 * The one place that decides which message of the server a person may read, and where it goes: to the fields of a form and
 * above it (`useForm`), to an alert (`alerts.failure`), or in place of what could not be opened (`QueryView`).
 * @param error what a call rejected with; anything but an ApiError reads as a failure without a reason
 * @param fieldNames fields of the form, the last parts of the server's paths; a text about another becomes the reason
 */
export function readFailure(error: unknown, fieldNames: readonly string[] = []): Failure {
  const known = isApiError(error) ? error : undefined;
  const readable = known !== undefined && READABLE.includes(known.code);
  const texts = readable ? Object.entries(known.fields ?? {}) : [];
  const named = texts.map(([path, text]) => ({ name: path.split('.').at(-1) ?? path, text }));
  const beside = named.filter(({ name }) => fieldNames.includes(name));
  const apart = named.filter(({ name }) => !fieldNames.includes(name));
  // Validation repeats the first field's text as its message.
  const shown = new Set(beside.map(({ text }) => text));
  const reasons = (texts: readonly string[]) =>
    [...new Set(texts)].filter((text) => text && !shown.has(text));
  const message = known?.code === 'confirmation_required' ? CONFIRM_TEXT : (known?.message ?? '');
  const reason = readable ? reasons([message, ...apart.map(({ text }) => text)]).join(' ') : '';
  return {
    fields: Object.fromEntries(beside.map(({ name, text }) => [name, text])),
    reason: reason === MESSAGE.genericError ? '' : reason,
    isFinal: texts.length > 0 || known?.code === 'bad_origin',
    alert: alertOf(readable ? { ...known, message } : { message: '' }),
    sessionEnded: known?.code === 'not_signed_in',
  };
}

/** What is shown of a failure that has no text for people. */
export const GENERAL_ALERT: Failure['alert'] = { kind: 'danger', text: MESSAGE.genericError };

function alertOf({ message, fields = {} }: Pick<ApiError, 'message' | 'fields'>): Failure['alert'] {
  const isGeneral = !message || message === MESSAGE.genericError;
  const text = isGeneral ? [...new Set(Object.values(fields))].join(' ') : message;
  return text ? { kind: 'warning', text } : GENERAL_ALERT;
}

/** Why an Outcome is no success, for a danger alert (docs/PRODUCT.md §8: Contact, Restore password). */
export function refusalOf({ isSuccessful, response }: Outcome): string | undefined {
  return isSuccessful ? undefined : response || MESSAGE.genericError;
}
