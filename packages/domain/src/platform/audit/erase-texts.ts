import { type AuditLine, AuditModel } from './audit.model';
import type { SealedText } from './sealed-texts';

/** Where a text is in a line. */
const PATHS: Record<SealedText, string> = {
  email: 'actor.emailAddress',
  address: 'address',
  before: 'before',
  after: 'after',
};

/**
 * Erases texts of a line: its chain stays right, and what they were cannot be found out (docs/RULES.md, Proof). Safe to
 * repeat.
 * @param line not one of the journal's, whose record keeps all of it
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
