import { createHmac } from 'node:crypto';
import type { FieldKey } from '@partnerdesk/node';
import { canonicalJson } from '../canonical-json';
import { domainConfig } from '../config';

/*
 * What proves the ledger is signed under PROOF_KEY, and what decides about money is sealed under it (docs/RULES.md, Proof):
 * who can write to the database and lacks the key can make neither. The first key signs, all verify.
 */
const proofKeys = (): readonly FieldKey[] => domainConfig().proofKeys;

/** The id of the key that signs. @throws Error when the process was given none */
export function signingKeyID(): string {
  const [first] = proofKeys();
  if (!first) throw new Error('PROOF_KEY: this process was given no key to sign with');
  return first.id;
}

/** HMAC-SHA-256 in hex. @returns undefined: the process has no key of this id */
export function signatureOf(keyID: string, text: string): string | undefined {
  const found = proofKeys().find(({ id }) => id === keyID);
  return found && createHmac('sha256', found.key).update(text).digest('hex');
}

/** What is sealed, by the key: a number among it is hidden by a keyed digest. */
export type SealedValues = (keyID: string) => object;

/** @param subject whose values they are, e.g. `affiliate:7` @param part which of them, e.g. `payment` */
export function sealOf(subject: string, part: string, values: SealedValues, keyID = signingKeyID()): string {
  const signature = signatureOf(keyID, canonicalJson({ subject, part, values: values(keyID) }));
  if (signature === undefined) throw new Error(`PROOF_KEY has no key ${keyID}`);
  return `${keyID}.${signature}`;
}

export const sealKeyID = (seal: string): string => seal.slice(0, Math.max(0, seal.indexOf('.')));

/** Whether a seal is that of these values; one under a key that this process lacks is not. */
export function isSealOf(seal: unknown, subject: string, part: string, values: SealedValues): boolean {
  if (typeof seal !== 'string') return false;
  const keyID = sealKeyID(seal);
  return signatureOf(keyID, '') !== undefined && seal === sealOf(subject, part, values, keyID);
}

/** What stands for a number that nobody may read; empty if there is none. */
export const sealedNumber = (number: string, keyID: string): string =>
  number && (signatureOf(keyID, `number:${number}`) ?? '');
