import { AppError, type FraudRule, type FraudSignalRow } from '@partnerdesk/contracts';
import { type By, carriesAudit, plainModel, updateAudited, upsert } from '../../platform';
import { KEPT_S } from './fraud-traces';

export interface FraudSignal {
  /** `${affID}:${rule}:${about}`: found again it is the same signal. */
  _id: string;
  affID: number;
  rule: FraudRule;
  reason: string;
  foundAt: Date;
  /** Found again; it goes 90 days after that. */
  lastAt: Date;
  state: 'open' | 'reviewed';
  reviewedAt?: Date;
  reviewedBy?: string;
  note?: string;
}

export const FraudSignalModel = plainModel<FraudSignal>(
  'FraudSignal',
  'fraudSignals',
  String,
  [[{ affID: 1, state: 1 }], [{ lastAt: 1 }, { expireAfterSeconds: KEPT_S }]],
  carriesAudit,
);

/** `about`: found again with the same, it is the same signal. */
export type FoundSignal = Pick<FraudSignal, 'affID' | 'rule' | 'reason'> & { about: string };

/** What is known stays reviewed, or open, and is kept longer. */
export async function storeSignals(found: readonly FoundSignal[]): Promise<void> {
  for (const { affID, rule, about, reason } of found) {
    const now = new Date();
    const first = { affID, rule, foundAt: now, state: 'open' as const };
    const set = { $set: { reason, lastAt: now }, $setOnInsert: first };
    await upsert(FraudSignalModel, { _id: `${affID}:${rule}:${about}` }, set);
  }
}

const SHOWN = 100;

const present = (signal: FraudSignal): FraudSignalRow => ({
  id: signal._id,
  rule: signal.rule,
  reason: signal.reason,
  foundAt: signal.foundAt.toISOString(),
  lastAt: signal.lastAt.toISOString(),
  ...(signal.state === 'reviewed' && {
    review: {
      at: signal.reviewedAt?.toISOString() ?? '',
      by: signal.reviewedBy ?? '',
      note: signal.note ?? '',
    },
  }),
});

/** Open ones first, then the latest. */
export async function listFraudSignals(affID: number): Promise<FraudSignalRow[]> {
  const signals = await FraudSignalModel.find({ affID })
    .sort({ state: 1, lastAt: -1 })
    .limit(SHOWN)
    .lean<FraudSignal[]>();
  return signals.map(present);
}

/** Affiliates without any are left out. */
export async function countOpenSignals(affIDs: readonly number[]): Promise<Map<number, number>> {
  const open = await FraudSignalModel.find({ affID: { $in: affIDs }, state: 'open' }, { affID: 1 }).lean<
    Pick<FraudSignal, 'affID'>[]
  >();
  const counts = new Map<number, number>();
  for (const { affID } of open) counts.set(affID, (counts.get(affID) ?? 0) + 1);
  return counts;
}

/** @throws AppError not_found; conflict when it was reviewed already */
export async function reviewSignal(
  { id, note }: { id: string; note: string },
  by: By,
): Promise<FraudSignalRow> {
  const known = await FraudSignalModel.findById(id).lean<FraudSignal>();
  if (!known) throw new AppError('not_found', 'There is no such signal');
  const set = {
    state: 'reviewed' as const,
    reviewedAt: new Date(),
    reviewedBy: by.actor.emailAddress,
    note,
  };
  const reviewed = await updateAudited<FraudSignal>(
    FraudSignalModel,
    { _id: id, state: 'open' },
    { $set: set },
    {
      ...by,
      action: 'fraud-signal.reviewed',
      subject: { type: 'affiliate', id: known.affID },
      after: { signal: known.reason, note },
    },
  );
  if (!reviewed) throw new AppError('conflict', 'Somebody has reviewed this signal already');
  return present(reviewed);
}
