import { REGISTER_RESULT } from '../codes';
import { MAX_LENGTH } from '../limits';
import * as MESSAGE from '../messages';
import { filled, signInEmail } from '../schema/fields';
import * as s from '../schema/schema';
import { call } from './call';

/* What visitors may ask for (docs/PRODUCT.md §3, §5, §7). */

const visitor = { who: 'anybody', errors: ['too_many_requests'] } as const;
const valueNeeded = { missing: MESSAGE.enterAllValues, empty: MESSAGE.enterAllValues };

const outcome = s.object({
  isSuccessful: s.flag(),
  response: s.optional(s.text({ about: 'If it failed, why' })),
});
export type Outcome = s.CheckedOf<typeof outcome>;

const { FirstName, Password } = MAX_LENGTH.register;
const registration = s.object({
  FirstName: filled(FirstName, MESSAGE.enterAllValues),
  EmailAddress: signInEmail(MESSAGE.enterAllValues),
  Password: s.text({ max: Password, rule: 'new-password', texts: valueNeeded }),
  ConfirmPassword: s.text({
    repeats: 'Password',
    texts: { ...valueNeeded, other: MESSAGE.passwordsDoNotMatch },
  }),
  Agreed: s.flag({ only: true, texts: { any: MESSAGE.agreeToTerms } }),
});
export type RegisterRequest = s.SentOf<typeof registration>;
export const registerCall = call('POST /api/register', {
  about: 'Makes an affiliate’s account; the same email and password then sign in',
  ...visitor,
  body: registration,
  answer: s.object({
    result: s.oneOf(Object.values(REGISTER_RESULT), { about: '0 done, 1 the email is already used' }),
  }),
});

export const notMeCall = call('POST /api/not-me', {
  about: 'Secures an account: “this wasn’t me” of the mail about a change of it',
  ...visitor,
  body: {
    Token: s.text({ max: 100 }),
    Restore: s.standard(s.flag({ about: 'Whether to undo the change' }), false),
  },
  answer: outcome,
  errors: ['conflict', ...visitor.errors],
});
export const confirmEmailCall = call('POST /api/confirm-email', {
  about: 'Confirms the new email that a mail was sent to',
  ...visitor,
  body: { Token: s.text({ max: 500 }) },
  answer: outcome,
  errors: ['conflict', ...visitor.errors],
});
export const requestRestorePasswordCall = call('GET /api/send-request-restore-password', {
  about: 'Mails a link to set a new password; the answer is the same whether there is such an account or not',
  ...visitor,
  sameSite: true,
  query: { email: filled(MAX_LENGTH.restorePassword, MESSAGE.enterEmail) },
  answer: outcome,
});

const challenge = s.object({
  challenge: s.text({ about: 'Random, URL-safe' }),
  difficulty: s.number({ about: 'How many leading bits of the hash have to be zero' }),
  expires: s.instant({ about: 'A solution is refused afterwards, and when it was used before' }),
  signature: s.text({ about: 'Over the other three, so that the server need not remember them' }),
});
/** The invisible proof of work of a form that visitors may send (docs/RULES.md, Accounts and access "Captcha"). */
export type CaptchaChallenge = s.CheckedOf<typeof challenge>;
export const captchaChallengeCall = call('GET /api/captcha-challenge', {
  about: 'A proof of work that a visitor’s message needs',
  who: 'anybody',
  answer: challenge,
});

const { contact } = MAX_LENGTH;
/** Google's tokens are the longest. */
const MAX_CAPTCHA_TOKEN = 4096;
const message = s.object({
  AffiliateID: s.standard(s.number({ whole: true, min: 0, about: '0 for visitors' }), 0),
  EmailAddress: s.text({
    trim: true,
    max: contact.EmailAddress,
    format: 'email',
    texts: { ...valueNeeded, email: MESSAGE.invalidEmail },
  }),
  Subject: filled(contact.Subject, MESSAGE.enterAllValues),
  Message: filled(contact.Message, MESSAGE.enterAllValues),
  CaptchaToken: s.standard(
    s.text({
      max: MAX_CAPTCHA_TOKEN,
      empty: true,
      about: 'Of visitors: a solved challenge as base64url of its JSON, or Google’s token',
    }),
    '',
  ),
});
export type ContactMessage = s.CheckedOf<typeof message>;
export const sendContactMessageCall = call('POST /api/send-contact-message', {
  about: 'Sends a message to the office; visitors pass a captcha',
  ...visitor,
  body: message,
  answer: outcome,
  errors: ['forbidden', 'too_many_requests'],
});
