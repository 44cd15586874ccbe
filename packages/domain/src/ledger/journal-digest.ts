import { catchUpLedger } from './journal';
import { JournalModel } from './journal.model';

/** How far the journal is, and the hash that stands for all of it until then (docs/RULES.md, Proof). */
export interface JournalDigest {
  /** The last record's number; 0: there is none. */
  number: number;
  /** Missing where that record is of a version without hashes. */
  hash?: string;
}

/** The digest of the journal as it is now, every record applied. @throws JournalBroken */
export async function journalDigest(): Promise<JournalDigest> {
  const number = await catchUpLedger();
  const record = await JournalModel.findById(number, { hash: 1 }).lean();
  return { number, ...(record?.hash && { hash: record.hash }) };
}
