import type { FraudRule } from '@partnerdesk/contracts';
import { upsert } from '../../platform';
import { FraudSignalModel } from './fraud.models';

export interface FoundSignal {
  affID: number;
  rule: FraudRule;
  /** Found again with the same, it is the same signal. */
  about: string;
  reason: string;
}

/** What is known stays reviewed, or open, and is kept longer. */
export async function storeSignals(found: readonly FoundSignal[]): Promise<void> {
  for (const { affID, rule, about, reason } of found) {
    const now = new Date();
    const first = { affID, rule, foundAt: now, state: 'open' as const };
    const set = { $set: { reason, lastAt: now }, $setOnInsert: first };
    await upsert(FraudSignalModel, { _id: `${affID}:${rule}:${about}` }, set);
  }
}
