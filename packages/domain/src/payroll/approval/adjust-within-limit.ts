import { hash } from 'node:crypto';
import { AppError, payrollTypeOf } from '@partnerdesk/contracts';
import { appendToJournal, EffectsBuilder, type LedgerEntry, payeeOfKey } from '../../ledger';
import { type AuditEntry, AuditModel, type By, dayOf, domainConfig, startOfDay } from '../../platform';
import type { AdjustmentInput, PlannedEntry, ReverseAdjustmentInput } from '../adjust-balance';
import { planAdjustment, planReversal } from '../adjust-balance';
import type { ApprovalRecord } from '../approval.model';
import { payeeKindOf } from '../payroll.models';
import { planRequest } from './approval-state';

/** The entry, or the request that waits for a second person. */
export type AdjustmentOutcome =
  | { entry: LedgerEntry; request?: undefined }
  | { entry?: undefined; request: ApprovalRecord };

type Asked = Pick<ApprovalRecord, 'adjustmentID' | 'reverses'> & { reason: string };
type Plan = (builder: EffectsBuilder, at: Date) => Promise<PlannedEntry>;

/** Adjusts a balance, or requests a second person (docs/RULES.md, Payroll "Adjustments"). @throws as planAdjustment */
export function adjustWithinLimit(input: AdjustmentInput): Promise<AdjustmentOutcome> {
  const { adjustmentID, reason, by } = input;
  const plan: Plan = (builder, at) => planAdjustment(builder, input, at);
  return append('adjustment', plan, { adjustmentID, reason }, by);
}

/** Takes an adjustment back, within the same limit. @throws as planReversal */
export function reverseWithinLimit(input: ReverseAdjustmentInput): Promise<AdjustmentOutcome> {
  const { entryID: reverses, reason, by } = input;
  const plan: Plan = (builder, at) => planReversal(builder, input, at);
  return append('adjustment reversed', plan, { reverses, reason }, by);
}

/** The limit is looked at within the record: of adjustments at the same moment each counts the ones before. */
function append(note: string, plan: Plan, asked: Asked, by: By): Promise<AdjustmentOutcome> {
  return appendToJournal<AdjustmentOutcome>(async ({ at }) => {
    const builder = new EffectsBuilder();
    const { audit, entry } = await plan(builder, at);
    if (audit && (await isBeyondLimit(by.actor, entry.payoutCents, at)))
      return requestAdjustment(entry, asked, at, by);
    // Of one that was posted before there are no effects: nothing is written.
    return { effects: builder.build(), note, audits: audit && [audit], result: { entry } };
  });
}

/** Whether somebody of the office would have adjusted more on one business day than one person may alone. */
async function isBeyondLimit(actor: By['actor'], cents: number, at: Date): Promise<boolean> {
  const { adjustmentLimitCents: limit } = domainConfig();
  if (limit === undefined) return false;
  const ofToday = await AuditModel.find(
    {
      action: { $in: ['balance.adjusted', 'adjustment.reversed'] },
      at: { $gte: startOfDay(dayOf(at)) },
      'actor.kind': actor.kind,
      'actor.id': actor.id,
    },
    { after: 1 },
  ).lean<{ after?: { cents?: number; preparedBy?: string } }[]>();
  // What two people have made counts for neither of them.
  const alone = ofToday.filter(({ after }) => after?.preparedBy === undefined);
  return alone.reduce((sum, { after }) => sum + Math.abs(after?.cents ?? 0), Math.abs(cents)) > limit;
}

async function requestAdjustment(entry: LedgerEntry, asked: Asked, preparedAt: Date, by: By) {
  const { payee, payoutCents: amountCents } = entry;
  const { kind, personID } = payeeOfKey(payee);
  const text = ['adjustment', entry._id, payee, amountCents, asked.reason].join('|');
  const request = {
    kind: 'adjustment' as const,
    payrollType: payrollTypeOf(kind),
    hash: hash('sha256', text, 'base64url'),
    preparedAt,
    rows: 1,
    amountCents,
    personID,
    ...asked,
  };
  const { result, ...draft } = await planRequest(request, 'adjustment', by);
  return { ...draft, result: { request: result } };
}

/** Adds an approved adjustment. @returns its line of the audit log; undefined: it can't be made any more */
export async function planApprovedAdjustment(
  builder: EffectsBuilder,
  { adjustmentID, reverses, payrollType, personID = 0, amountCents, reason = '', preparedBy }: ApprovalRecord,
  at: Date,
  by: By,
): Promise<AuditEntry | undefined> {
  const prepared = { reason, by: { actor: preparedBy } };
  const kind = payeeKindOf(payrollType);
  try {
    const { audit } =
      reverses !== undefined
        ? await planReversal(builder, { entryID: reverses, ...prepared }, at)
        : await planAdjustment(
            builder,
            { adjustmentID: adjustmentID ?? '', kind, personID, cents: amountCents, ...prepared },
            at,
          );
    return audit && { ...audit, ...by, after: { ...audit.after, preparedBy: preparedBy.emailAddress } };
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
