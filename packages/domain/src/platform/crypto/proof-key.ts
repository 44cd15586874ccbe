import { createHmac } from 'node:crypto';
import type { FieldKey } from '@partnerdesk/node';
import { domainConfig } from '../config';

/*
 * What proves the ledger is signed under PROOF_KEY (docs/RULES.md, Proof): who can write to the database and lacks the key
 * can neither append a record nor replace one.
 */

/** The first signs, all verify. */
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
