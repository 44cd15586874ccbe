import { MAX_LENGTH } from '@partnerdesk/contracts';
import Joi from 'joi';

const MAX_CODE = 40;
/** Answers of passkeys are about 1 kB; with attestations several. */
const base64 = Joi.string().max(20_000).allow(null);

/** What a browser answers for a passkey; @simplewebauthn/server checks what is in it. */
export const passkeyAnswer = Joi.object({
  id: Joi.string().max(1500).required(),
  rawId: Joi.string().max(1500).required(),
  type: Joi.string().valid('public-key').required(),
  authenticatorAttachment: Joi.string().max(50).allow(null),
  clientExtensionResults: Joi.object().unknown().required(),
  response: Joi.object({
    clientDataJSON: base64.required(),
    attestationObject: base64,
    authenticatorData: base64,
    signature: base64,
    userHandle: base64,
    publicKey: base64,
    publicKeyAlgorithm: Joi.number().integer(),
    transports: Joi.array().items(Joi.string().max(50)).max(10),
  }).required(),
});

const Password = Joi.string().max(MAX_LENGTH.login.Password);
const Code = Joi.string().trim().max(MAX_CODE);

/** One way to prove who one is. */
export const proof = Joi.object({ Password, Code, Passkey: passkeyAnswer })
  .xor('Password', 'Code', 'Passkey')
  .messages({ '*': 'Please enter the password or the code' });

/** What a second factor answers at the sign-in. */
export const factorProof = Joi.object({ Code, Passkey: passkeyAnswer }).xor('Code', 'Passkey');
