import { AppError } from '@partnerdesk/contracts';
import type { Schema } from 'mongoose';

/** People are closed, never deleted: the ledger names them for good. @throws AppError conflict */
// biome-ignore lint/suspicious/noExplicitAny: any person's schema
export function neverDeleted(schema: Schema<any>): void {
  schema.pre(['deleteOne', 'deleteMany', 'findOneAndDelete'], () => {
    throw new AppError('conflict', 'An account is closed, not deleted: the ledger names it');
  });
}
