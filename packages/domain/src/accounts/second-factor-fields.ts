import { Schema } from 'mongoose';

/** A key that a device, or a password manager, keeps for this product (WebAuthn). */
export interface Passkey {
  /** The credential's id, base64url. */
  id: string;
  /** Of COSE, base64url. */
  publicKey: string;
  /** How often it has signed, as it counts itself; 0 where it does not count. */
  counter: number;
  transports: string[];
  name: string;
  createdAt: Date;
  lastUsedAt?: Date;
}

/** What a person proves themselves by besides the password (docs/RULES.md, Who may enter "Second factor"). */
export interface SecondFactor {
  /** A new one with every write: a write expects the one that it has read. */
  version: string;
  /** A new one with every factor that is added or removed. Missing: none was. */
  factorsID?: string;
  /** When the first of them was added. Missing: none is. */
  since?: Date;
  totpEncrypted?: string;
  /** Set up, and waiting for its first code. */
  totpPendingEncrypted?: string;
  /** The newest time step whose code was used: no code works twice. */
  totpStep?: number;
  passkeys: Passkey[];
  /** SHA-256 of the codes that are left. */
  recoveryHashes: string[];
}

const passkeySchema = new Schema<Passkey>(
  {
    id: { type: String, required: true },
    publicKey: { type: String, required: true },
    counter: { type: Number, required: true },
    transports: [String],
    name: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: Date,
  },
  { _id: false, id: false },
);

export const secondFactorSchema = new Schema<SecondFactor>(
  {
    version: { type: String, required: true },
    factorsID: String,
    since: Date,
    totpEncrypted: String,
    totpPendingEncrypted: String,
    totpStep: Number,
    passkeys: [passkeySchema],
    recoveryHashes: [String],
  },
  { _id: false },
);

/** Whether signing in takes more than the password. */
export function isSetUp(factor: Partial<SecondFactor> | null | undefined): boolean {
  return Boolean(factor?.totpEncrypted || factor?.passkeys?.length);
}
