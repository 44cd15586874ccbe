import { LOGIN_RESULT } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { factorProof } from '../schema/proof';
import * as s from '../schema/schema';
import { call } from './call';
import { sessionFields } from './session.calls';

/* Signing in (docs/PRODUCT.md §7, §8). */

const filled = { missing: MESSAGE.enterAllValues, empty: MESSAGE.enterAllValues };
const { EmailAddress, Password } = MAX_LENGTH.login;
const MAX_TOKEN = 100;
const MAX_CAPTCHA_TOKEN = 1000;

const signIn = s.object({
  EmailAddress: s.text({ trim: true, max: EmailAddress, texts: filled }),
  Password: s.text({ max: Password, texts: filled }),
  // It comes with the browser's model and says nothing here.
  ConfirmPassword: s.optional(s.text({ max: Password, empty: true })),
  RememberMe: s.optional(s.flag()),
  SecondFactor: s.optional(factorProof),
  CaptchaToken: s.optional(
    s.text({ max: MAX_CAPTCHA_TOKEN, about: 'A solved challenge, where the first try was refused with one' }),
  ),
  Token: s.stripped(s.oneOf([''])),
});
/** SecondFactor and CaptchaToken come with the second try, where the first was refused for want of them. */
export type LoginRequest = s.SentOf<typeof signIn>;
export type LoginInput = s.CheckedOf<typeof signIn>;

/** The password model of the reset screen (docs/PRODUCT.md §7): both entries, and the one-time token of the mail. */
const reset = s.object({
  Token: s.text({ max: MAX_TOKEN }),
  Password: s.text({ max: MAX_LENGTH.newPassword, texts: filled }),
  ConfirmPassword: s.text({ repeats: 'Password', texts: { any: MESSAGE.enterAllValues } }),
  EmailAddress: s.optional(s.text({ max: EmailAddress, empty: true })),
  RememberMe: s.optional(s.flag()),
});

/** A closed account gets result 1 with its affStatus, and no session (docs/RULES.md, Accounts and access). */
const loginAnswer = s.either(
  s.object({ result: s.oneOf([LOGIN_RESULT.success]), ...sessionFields }),
  s.object({ result: s.oneOf([LOGIN_RESULT.success]), affStatus: s.number(), affRole: s.nothing() }),
  s.object({ result: s.oneOf([LOGIN_RESULT.emailUnknown]) }),
  s.object({ result: s.oneOf([LOGIN_RESULT.wrongPassword]) }),
);
export type LoginResponse = s.CheckedOf<typeof loginAnswer>;

export const loginCall = call('POST /api/login', {
  about: 'Signs in; with the Token of a mail it sets a new password instead',
  who: 'anybody',
  body: s.eitherBy(s.object({ Token: s.text({ min: 1 }) }, { others: 'kept' }), reset, signIn),
  answer: loginAnswer,
  errors: ['second_factor_required', 'conflict', 'too_many_requests'],
});

/** All that the reset screen reads of it. */
export const resetAnswer = s.object({ result: s.number() });
