import { plainModel } from '../plain-model';

/** Which format the stored data has, and who is changing it: one document. */
export interface Format {
  _id: 'format';
  /** Every migration through this one is done. */
  version: number;
  /** Which indexes were made (indexesDigest); missing: none yet. */
  indexes?: string;
  /** Process that migrates; missing: nobody does. */
  holder?: string;
  /** Grows with each claim and each sign of life: who holds an older one has lost the claim. */
  fence: number;
}

export const FormatModel = plainModel<Format>('Format', 'format', String);
