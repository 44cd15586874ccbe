import { MAX_LENGTH } from '../limits';
import {
  type CheckedOf,
  exactlyOne,
  flag,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type SentOf,
  text,
} from './schema';

/* What somebody proves themselves by (docs/RULES.md, Who may enter "Asked again", "Second factor"). */

const MAX_CODE = 40;
/** Answers of passkeys are about 1 kB; with attestations several. */
const base64 = nullable(text({ max: 20_000 }));

/** What a browser answers for a passkey; the server's library checks what is in it. */
export const passkeyAnswer = object({
  id: text({ max: 1500 }),
  rawId: text({ max: 1500 }),
  type: oneOf(['public-key'], { as: 'text' }),
  authenticatorAttachment: optional(nullable(text({ max: 50 }))),
  clientExtensionResults: object({}, { others: 'kept' }),
  response: object({
    clientDataJSON: base64,
    attestationObject: optional(base64),
    authenticatorData: optional(base64),
    signature: optional(base64),
    userHandle: optional(base64),
    publicKey: optional(base64),
    publicKeyAlgorithm: optional(number({ whole: true })),
    transports: optional(list(text({ max: 50 }), { max: 10 })),
  }),
});
export type PasskeyAnswer = SentOf<typeof passkeyAnswer>;

const Password = text({ max: MAX_LENGTH.login.Password });
const Code = text({ trim: true, max: MAX_CODE, about: 'Of an app, or a recovery code' });

/** One way to prove who one is. */
export const proof = exactlyOne(
  { Password, Code, Passkey: passkeyAnswer },
  { texts: { any: 'Please enter the password or the code' } },
);
export type Proof = CheckedOf<typeof proof>;

/**
 * `details` of the refusals confirmation_required and second_factor_required: the ways to prove oneself. Without a
 * second factor it is the password.
 */
export const proofNeeded = object({
  password: flag(),
  code: flag({ about: 'A code of an app, or a recovery code' }),
  passkey: optional(object({}, { about: 'WebAuthn’s request options, where there are passkeys' })),
});
export type ProofNeeded = CheckedOf<typeof proofNeeded>;

/** What a second factor answers at the sign-in. */
export const factorProof = exactlyOne({ Code, Passkey: passkeyAnswer });
export type FactorProof = CheckedOf<typeof factorProof>;
