import { randomBytes } from 'node:crypto';
import { canonicalJson, sha256 } from '../canonical-json';
import { signatureOf } from '../crypto/seals';
import { type AuditLine, AuditModel } from './audit.model';

/*
 * What a line says about people may have to be erased, and its hash has to stay right: it covers salted digests of these
 * texts (docs/RULES.md, Proof).
 */

/** Where these texts are in a line. */
const PATHS = { email: 'actor.emailAddress', address: 'address', before: 'before', after: 'after' } as const;
type SealedText = keyof typeof PATHS;

type Seal = Record<'digests' | 'salts', Partial<Record<SealedText, string>>>;

export function sealOf(line: Pick<AuditLine, 'actor' | 'address' | 'before' | 'after'>): Seal {
  const { actor, address, before, after } = line;
  const texts: Record<SealedText, unknown> = { email: actor?.emailAddress, address, before, after };
  const seal: Seal = { digests: {}, salts: {} };
  for (const [name, text] of Object.entries(texts) as [SealedText, unknown][]) {
    if (!text) continue;
    const salt = randomBytes(16).toString('hex');
    seal.salts[name] = salt;
    seal.digests[name] = sha256(canonicalJson([salt, text]));
  }
  return seal;
}

/** Fields that the hash does not cover: itself, the texts, and what erasing them changes. */
const NOT_HASHED = new Set(['hash', 'salts', 'erasedBy', 'address', 'before', 'after']);

/** Keyed hash of a line whose digests stand for its texts. @throws Error when this process lacks the key */
export function hashOfSealed({ actor, ...line }: Pick<AuditLine, 'actor'> & { keyID: string }): string {
  const own = Object.entries(line).filter(([name]) => !NOT_HASHED.has(name));
  const who = { kind: actor?.kind, id: actor?.id };
  const hash = signatureOf(line.keyID, canonicalJson({ ...Object.fromEntries(own), actor: who }));
  if (hash === undefined) throw new Error(`PROOF_KEY has no key ${line.keyID}`);
  return hash;
}

/**
 * Erases texts of a line that is not the journal's, whose record keeps all of it. Without its salt a digest shows nothing of
 * a text that is gone (docs/RULES.md, Proof). Safe to repeat.
 * @param erasedBy the line that records on whose behalf
 */
export async function eraseTexts(
  line: AuditLine,
  names: readonly SealedText[],
  erasedBy: string,
): Promise<void> {
  const gone = names.flatMap((name) => [PATHS[name], `salts.${name}`]);
  await AuditModel.collection.updateOne({ _id: line._id as never }, {
    $set: { erasedBy },
    $unset: Object.fromEntries(gone.map((path) => [path, ''])),
  } as never);
}
