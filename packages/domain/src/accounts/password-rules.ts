import { MIN_PASSWORD, TOO_COMMON_TEXT, tooShortText } from '@partnerdesk/contracts';
import { dictionary } from '@zxcvbn-ts/language-common';

let common: Set<string> | undefined;

/** Whether a password is among the 50,000 that are used most; it is of no use against guessing. */
function isCommon(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((each) => String(each).toLowerCase()));
  return common.has(password.toLowerCase());
}

/** Words that everybody would try here first (docs/RULES.md, Who may enter "Passwords"). */
const CONTEXT_WORDS = ['partnerdesk', 'affiliate', 'payroll', 'operator', 'sexting'];
/** What is left of a password without them has to be so long. */
const MIN_REST = 6;

function isOfContext(password: string): boolean {
  const text = password.toLowerCase();
  const rest = CONTEXT_WORDS.reduce((left, word) => left.replaceAll(word, ''), text);
  return rest !== text && rest.length < MIN_REST;
}

/**
 * What is wrong with a new password (docs/RULES.md, Who may enter "Passwords"); undefined: nothing. Passwords that were
 * set before a rule stay valid.
 */
export function passwordProblem(password: string, who: keyof typeof MIN_PASSWORD): string | undefined {
  // As people count: an emoji is one character.
  if ([...password].length < MIN_PASSWORD[who]) return tooShortText(who);
  return isCommon(password) || isOfContext(password) ? TOO_COMMON_TEXT : undefined;
}
