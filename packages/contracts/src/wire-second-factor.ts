/** What somebody proves themselves by: a password, a code (of an app, or a recovery code), or a passkey's answer. */
export type Proof = { Password: string } | { Code: string } | { Passkey: unknown };

/**
 * `details` of the refusals confirmation_required and second_factor_required: the ways to prove oneself. Without a
 * second factor it is the password.
 */
export interface ProofNeeded {
  password: boolean;
  /** A code of an app, or a recovery code. */
  code: boolean;
  /** WebAuthn's request options as JSON, where there are passkeys. */
  passkey?: unknown;
}

/** GET /second-factor: what the signed-in person has. */
export interface SecondFactorInfo {
  totp: boolean;
  passkeys: PasskeyInfo[];
  recoveryCodesLeft: number;
  /** The installation demands one of this person. */
  required: boolean;
}

export interface PasskeyInfo {
  id: string;
  name: string;
  /** Instants, ISO 8601. */
  createdAt: string;
  lastUsedAt: string | null;
}

/** POST /second-factor/totp: what an authenticator app is set up with; it counts once a code has come back. */
export interface TotpSetup {
  secret: string;
  /** otpauth: address, drawn as a QR code. */
  uri: string;
}

/** What an addition answers: the recovery codes, shown this once, if it is the first. */
export interface FactorAdded {
  recoveryCodes: string[];
}

export const MAX_PASSKEYS = 10;
export const MAX_PASSKEY_NAME = 50;
