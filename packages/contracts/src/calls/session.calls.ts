import { LOGIN_RESULT, PERMISSIONS, ROLE } from '../codes';
import { MAX_LENGTH } from '../limits';
import { MESSAGE } from '../messages';
import { factorProof } from '../schema/proof';
import {
  type CheckedOf,
  code,
  either,
  eitherBy,
  flag,
  list,
  nothing,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  saved,
  stripped,
  text,
} from '../schema/schema';
import { call } from './call';

/* Who is signed in (docs/PRODUCT.md §3 "Session", §4). */

const session = {
  affID: number({ about: '0 for administrators' }),
  affRole: code(Object.values(ROLE)),
  affStatus: number(),
  accountStatus: number({ about: '0 incomplete, 1 complete' }),
  paymentInfoSet: flag(),
  trackID: text(),
  emailAddress: text(),
  firstName: text(),
  permissions: list(code(PERMISSIONS), {
    about: 'Empty for affiliates, and for administrators who have to set up a second factor first',
  }),
  secondFactorDue: optional(
    flag({ about: 'The office demands a second factor, and this administrator has none yet' }),
  ),
  passwordWeak: optional(
    flag({ about: 'An administrator signed in with a password that would be refused today' }),
  ),
};
const person = object(session);
/** The signed-in person. */
export type SessionInfo = CheckedOf<typeof person>;

export const sessionCall = call('GET /api/session', {
  about: 'The signed-in person, or null for a visitor',
  who: 'anybody',
  answer: object({ session: nullable(person) }),
});

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
  object({ result: oneOf([LOGIN_RESULT.success]), ...session }),
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

export const logoutCall = call('POST /api/logout', {
  about: 'Signs out',
  who: 'anybody',
  body: {},
  answer: saved(),
});
