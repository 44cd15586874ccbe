import { MESSAGE } from '@partnerdesk/contracts';
import type { FieldTexts, FormProblem } from './use-form';

/** Text beside a field that has to be filled. */
export const REQUIRED_TEXT = 'Required';

/** Fields of passwords, in which a blank is a character like any other: their text is never trimmed. */
const PASSWORD_FIELD = /Password$/;

/** Names of the fields that are empty: those that hold nothing but blanks, and passwords that hold nothing at all. */
export function emptyFields<Values extends object>(
  values: Values,
  names: readonly (keyof Values & string)[],
) {
  return names.filter((name) => {
    const text = String(values[name] ?? '');
    return (PASSWORD_FIELD.test(name) ? text : text.trim()) === '';
  });
}

/** The problem of required fields that are empty, undefined if none is. */
export function requireFields<Values extends object>(
  values: Values,
  names: readonly (keyof Values & string)[],
  alert: string,
): FormProblem<Values> | undefined {
  const empty = emptyFields(values, names);
  if (empty.length === 0) return undefined;
  return {
    alert,
    fields: Object.fromEntries(empty.map((name) => [name, REQUIRED_TEXT])) as FieldTexts<Values>,
  };
}

/** The problem of a field that holds no email address, undefined if it holds one (docs/PRODUCT.md §5). */
export function requireEmail<Values extends object>(
  values: Values,
  name: keyof Values & string,
): FormProblem<Values> | undefined {
  if (isEmail(String(values[name]))) return undefined;
  return {
    alert: MESSAGE.invalidEmail,
    fields: { [name]: 'Not an email address' } as FieldTexts<Values>,
  };
}

/** Whether a text looks like an email address: something, @, a host with a dot. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
}
