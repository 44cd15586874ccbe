import { MAX_PASSKEY_NAME } from '../limits';
import { passkeyAnswer } from '../schema/proof';
import { type CheckedOf, flag, instant, list, nullable, number, object, saved, text } from '../schema/schema';
import { call } from './call';

/* The signed-in person's own sessions and second factor (docs/RULES.md, Who may enter). */

const signedIn = { who: 'signed-in' } as const;
const askedAgain = { ...signedIn, confirm: 'everybody' } as const;
const changesFactor = { ...askedAgain, body: {}, errors: ['not_found', 'conflict'] } as const;

const sessionRow = object({
  id: text(),
  current: flag({ about: 'The one that asks' }),
  device: text({ example: 'Firefox on Windows' }),
  place: text({ about: 'The first part of the network address' }),
  startedAt: instant(),
  lastSeenAt: instant(),
});
export const sessionsCall = call('GET /api/sessions', {
  about: 'Where the person is signed in',
  ...signedIn,
  answer: list(sessionRow),
});
export const endSessionCall = call('DELETE /api/sessions/:id', {
  about: 'Ends a session',
  ...signedIn,
  body: {},
  answer: saved(),
  errors: ['not_found'],
});
export const endOtherSessionsCall = call('POST /api/end-other-sessions', {
  about: 'Ends every session but the one that asks',
  ...signedIn,
  body: {},
  answer: saved(),
  errors: ['not_found'],
});

const passkey = object({
  id: text(),
  name: text(),
  createdAt: instant(),
  lastUsedAt: nullable(instant()),
});
export type PasskeyInfo = CheckedOf<typeof passkey>;
const secondFactor = object({
  totp: flag({ about: 'Whether an app is set up' }),
  passkeys: list(passkey),
  recoveryCodesLeft: number(),
  required: flag({ about: 'The installation demands one of this person' }),
});
export type SecondFactorInfo = CheckedOf<typeof secondFactor>;
const added = object({
  recoveryCodes: list(text(), { about: 'Shown in this answer alone; empty unless it is the first factor' }),
});
const totpSetup = object({ secret: text(), uri: text({ about: 'otpauth address, drawn as a QR code' }) });
export type TotpSetup = CheckedOf<typeof totpSetup>;

export const secondFactorCall = call('GET /api/second-factor', {
  about: 'The person’s second factor',
  ...signedIn,
  answer: secondFactor,
});
export const startTotpCall = call('POST /api/second-factor/totp', {
  about: 'Prepares an authenticator app, which counts once a code of it has come back',
  ...changesFactor,
  answer: totpSetup,
});
export const confirmTotpCall = call('POST /api/second-factor/totp/code', {
  about: 'Adds the prepared app by its first code',
  ...signedIn,
  body: { Code: text({ trim: true, max: 40, texts: { any: 'Please enter the code' } }) },
  answer: added,
  errors: ['not_found', 'conflict'],
});
export const removeTotpCall = call('DELETE /api/second-factor/totp', {
  about: 'Removes the app',
  ...changesFactor,
  answer: secondFactor,
});
export const passkeyOptionsCall = call('GET /api/second-factor/passkey-options', {
  about: 'WebAuthn’s options to make a passkey',
  ...askedAgain,
  answer: object({ challenge: text() }),
});
export const addPasskeyCall = call('POST /api/second-factor/passkeys', {
  about: 'Adds a passkey',
  ...askedAgain,
  body: {
    name: text({
      trim: true,
      max: MAX_PASSKEY_NAME,
      texts: { missing: 'Please enter a name', empty: 'Please enter a name' },
    }),
    response: passkeyAnswer,
  },
  answer: added,
  errors: ['not_found', 'conflict'],
});
export const removePasskeyCall = call('DELETE /api/second-factor/passkeys/:id', {
  about: 'Removes a passkey',
  ...changesFactor,
  answer: secondFactor,
});
export const renewRecoveryCodesCall = call('POST /api/second-factor/recovery-codes', {
  about: 'Makes new recovery codes, and ends those before',
  ...changesFactor,
  answer: added,
});
