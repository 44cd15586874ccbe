import { MAX_PASSKEY_NAME } from '../limits';
import { passkeyAnswer } from '../schema/proof';
import * as s from '../schema/schema';
import { call } from './call';

/* The signed-in person's own sessions and second factor (docs/RULES.md, Who may enter). */

const signedIn = { who: 'signed-in' } as const;
const askedAgain = { ...signedIn, confirm: 'everybody' } as const;
const changesFactor = { ...askedAgain, body: {}, errors: ['not_found', 'conflict'] } as const;

const sessionRow = s.object({
  id: s.text(),
  current: s.flag({ about: 'The one that asks' }),
  device: s.text({ example: 'Firefox on Windows' }),
  place: s.text({ about: 'The first part of the network address' }),
  startedAt: s.instant(),
  lastSeenAt: s.instant(),
});
export const sessionsCall = call('GET /api/sessions', {
  about: 'Where the person is signed in',
  ...signedIn,
  answer: s.list(sessionRow),
});
export const endSessionCall = call('DELETE /api/sessions/:id', {
  about: 'Ends a session',
  ...signedIn,
  body: {},
  answer: s.saved(),
  errors: ['not_found'],
});
export const endOtherSessionsCall = call('POST /api/end-other-sessions', {
  about: 'Ends every session but the one that asks',
  ...signedIn,
  body: {},
  answer: s.saved(),
  errors: ['not_found'],
});

const passkey = s.object({
  id: s.text(),
  name: s.text(),
  createdAt: s.instant(),
  lastUsedAt: s.nullable(s.instant()),
});
export type PasskeyInfo = s.CheckedOf<typeof passkey>;
const secondFactor = s.object({
  totp: s.flag({ about: 'Whether an app is set up' }),
  passkeys: s.list(passkey),
  recoveryCodesLeft: s.number(),
  required: s.flag({ about: 'The installation demands one of this person' }),
});
export type SecondFactorInfo = s.CheckedOf<typeof secondFactor>;
const added = s.object({
  recoveryCodes: s.list(s.text(), {
    about: 'Shown in this answer alone; empty unless it is the first factor',
  }),
});
const totpSetup = s.object({
  secret: s.text(),
  uri: s.text({ about: 'otpauth address, drawn as a QR code' }),
});
export type TotpSetup = s.CheckedOf<typeof totpSetup>;

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
  body: { Code: s.text({ trim: true, max: 40, texts: { any: 'Please enter the code' } }) },
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
  answer: s.object({ challenge: s.text() }),
});
export const addPasskeyCall = call('POST /api/second-factor/passkeys', {
  about: 'Adds a passkey',
  ...askedAgain,
  body: {
    name: s.text({
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
