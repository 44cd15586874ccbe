import { MAX_LENGTH } from '../limits';
import * as s from './schema';

/* What somebody proves themselves by (docs/RULES.md, Who may enter "Asked again", "Second factor"). */

const MAX_CODE = 40;
/** Answers of passkeys are about 1 kB; with attestations several. */
const base64 = s.nullable(s.text({ max: 20_000 }));

/** What a browser answers for a passkey; the server's library checks what is in it. */
export const passkeyAnswer = s.object({
  id: s.text({ max: 1500 }),
  rawId: s.text({ max: 1500 }),
  type: s.oneOf(['public-key'], { as: 'text' }),
  authenticatorAttachment: s.optional(s.nullable(s.text({ max: 50 }))),
  clientExtensionResults: s.object({}, { others: 'kept' }),
  response: s.object({
    clientDataJSON: base64,
    attestationObject: s.optional(base64),
    authenticatorData: s.optional(base64),
    signature: s.optional(base64),
    userHandle: s.optional(base64),
    publicKey: s.optional(base64),
    publicKeyAlgorithm: s.optional(s.number({ whole: true })),
    transports: s.optional(s.list(s.text({ max: 50 }), { max: 10 })),
  }),
});
export type PasskeyAnswer = s.SentOf<typeof passkeyAnswer>;

const Password = s.text({ max: MAX_LENGTH.login.Password });
const Code = s.text({ trim: true, max: MAX_CODE, about: 'Of an app, or a recovery code' });

/** One way to prove who one is. */
export const proof = s.exactlyOne(
  { Password, Code, Passkey: passkeyAnswer },
  { texts: { any: 'Please enter the password or the code' } },
);
export type Proof = s.CheckedOf<typeof proof>;

/** `details` of confirmation_required and second_factor_required: the ways to prove oneself. */
export const proofNeeded = s.object({
  password: s.flag(),
  code: s.flag({ about: 'A code of an app, or a recovery code' }),
  passkey: s.optional(s.object({}, { about: 'WebAuthn’s request options, where there are passkeys' })),
});
export type ProofNeeded = s.CheckedOf<typeof proofNeeded>;

/** What a second factor answers at the sign-in. */
export const factorProof = s.exactlyOne({ Code, Passkey: passkeyAnswer });
export type FactorProof = s.CheckedOf<typeof factorProof>;
