import { createHmac } from 'node:crypto';
import { DEVELOPMENT_PROOF_KEYS, type FieldKey } from '@partnerdesk/node';
import { domainConfig } from '../config';

/*
 * What proves the ledger is signed under PROOF_KEY (docs/RULES.md, Proof): who can write to the database and lacks the key
 * can neither append a record nor replace one.
 */

/** The first signs, all verify. */
const proofKeys = (): readonly FieldKey[] => domainConfig().proofKeys ?? DEVELOPMENT_PROOF_KEYS;

/** The id of the key that signs. */
export const signingKeyID = (): string => (proofKeys()[0] as FieldKey).id;

/** HMAC-SHA-256 in hex. @returns undefined: the process has no key of this id */
export function signatureOf(keyID: string, text: string): string | undefined {
  const found = proofKeys().find(({ id }) => id === keyID);
  return found && createHmac('sha256', found.key).update(text).digest('hex');
}
