import { type InferSchemaType, Schema } from 'mongoose';

/** A key that a device, or a password manager, keeps for this product (WebAuthn). */
const passkeySchema = new Schema(
  {
    /** The credential's id, base64url. */
    id: { type: String, required: true },
    publicKey: { type: String, required: true },
    /** How often it has signed, as it counts itself; 0 where it does not count. */
    counter: { type: Number, required: true },
    transports: [String],
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
  },
  { _id: false, id: false },
);
export type Passkey = InferSchemaType<typeof passkeySchema>;

/** What a person proves themselves by besides the password (docs/RULES.md, Who may enter "Second factor"). */
export const secondFactorSchema = new Schema(
  {
    /** A new one with every write: a write expects the one that it has read. */
    version: { type: String, required: true },
    /** A new one with every factor that is added or removed. */
    factorsID: String,
    /** When the first was added. */
    since: Date,
    totpEncrypted: String,
    totpPendingEncrypted: String,
    /** The newest time step whose code was used: no code works twice. */
    totpStep: Number,
    passkeys: [passkeySchema],
    /** SHA-256 of the codes that are left. */
    recoveryHashes: [String],
  },
  { _id: false },
);
export type SecondFactor = Omit<InferSchemaType<typeof secondFactorSchema>, 'passkeys'> & {
  passkeys: Passkey[];
};

export function isSetUp(factor: Partial<SecondFactor> | null | undefined): boolean {
  return Boolean(factor?.totpEncrypted || factor?.passkeys?.length);
}
