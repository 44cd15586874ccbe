import { LOGIN_RESULT } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { factorProof } from '../schema/proof';
import {
  type CheckedOf,
  either,
  eitherBy,
  flag,
  nothing,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  stripped,
  text,
} from '../schema/schema';
import { call } from './call';
import { sessionFields } from './session.calls';

/* Signing in (docs/PRODUCT.md §7, §8). */

const filled = { missing: MESSAGE.enterAllValues, empty: MESSAGE.enterAllValues };
const { EmailAddress, Password } = MAX_LENGTH.login;
const MAX_TOKEN = 100;
const MAX_CAPTCHA_TOKEN = 1000;

const signIn = object({
  EmailAddress: text({ trim: true, max: EmailAddress, texts: filled }),
  Password: text({ max: Password, texts: filled }),
  // It comes with the browser's model and says nothing here.
  ConfirmPassword: optional(text({ max: Password, empty: true })),
  RememberMe: optional(flag()),
  SecondFactor: optional(factorProof),
  CaptchaToken: optional(
    text({ max: MAX_CAPTCHA_TOKEN, about: 'A solved challenge, where the first try was refused with one' }),
  ),
  Token: stripped(oneOf([''])),
});
/** SecondFactor and CaptchaToken come with the second try, where the first was refused for want of them. */
export type LoginRequest = SentOf<typeof signIn>;
export type LoginInput = CheckedOf<typeof signIn>;

/** The password model of the reset screen (docs/PRODUCT.md §7): both entries, and the one-time token of the mail. */
const reset = object({
  Token: text({ max: MAX_TOKEN }),
  Password: text({ max: MAX_LENGTH.newPassword, texts: filled }),
  ConfirmPassword: text({ repeats: 'Password', texts: { any: MESSAGE.enterAllValues } }),
  EmailAddress: optional(text({ max: EmailAddress, empty: true })),
  RememberMe: optional(flag()),
});

/** A closed account gets result 1 with its affStatus, and no session (docs/RULES.md, Accounts and access). */
const loginAnswer = either(
  object({ result: oneOf([LOGIN_RESULT.success]), ...sessionFields }),
  object({ result: oneOf([LOGIN_RESULT.success]), affStatus: number(), affRole: nothing() }),
  object({ result: oneOf([LOGIN_RESULT.emailUnknown]) }),
  object({ result: oneOf([LOGIN_RESULT.wrongPassword]) }),
);
export type LoginResponse = CheckedOf<typeof loginAnswer>;

export const loginCall = call('POST /api/login', {
  about: 'Signs in; with the Token of a mail it sets a new password instead',
  who: 'anybody',
  body: eitherBy(object({ Token: text({ min: 1 }) }, { others: 'kept' }), reset, signIn),
  answer: loginAnswer,
  errors: ['second_factor_required', 'conflict', 'too_many_requests'],
});

/** All that the reset screen reads of it. */
export const resetAnswer = object({ result: number() });
