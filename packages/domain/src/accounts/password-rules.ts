import { MIN_PASSWORD, TOO_COMMON_TEXT, tooShortText } from '@partnerdesk/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

let common: Set<string> | undefined;

/** Whether a password is among the 50,000 that are used most; it is of no use against guessing. */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((each) => String(each).toLowerCase()));
  return common.has(password.toLowerCase());
}

/**
 * What is wrong with a new password (docs/RULES.md, Who may enter "Passwords"); undefined: nothing. Passwords that were
 * set before a rule stay valid.
 */
export function passwordProblem(password: string, who: keyof typeof MIN_PASSWORD): string | undefined {
  // As people count: an emoji is one character.
  if ([...password].length < MIN_PASSWORD[who]) return tooShortText(who);
  return isCommon(password) ? TOO_COMMON_TEXT : undefined;
}
