import { hash } from 'node:crypto';
import { AppError, actorName, NOT_SENT_TO_BANK, payrollTypeOf } from '@partnerdesk/contracts';
import {
  appendToJournal,
  CounterModel,
  type Draft,
  EffectsBuilder,
  type LedgerEntry,
  payeeOfKey,
} from '../../ledger';
import {
  type AuditEntry,
  AuditModel,
  type By,
  dayOf,
  domainConfig,
  isFourEyes,
  startOfDay,
} from '../../platform';
import type { AdjustmentInput, PlannedEntry, ReverseAdjustmentInput } from '../adjust-balance';
import { planAdjustment, planReversal } from '../adjust-balance';
import { ApprovalModel, type ApprovalRecord } from '../approval.model';
import type { PayFileRecord } from '../pay-files/pay-file.models';
import { changePayFile, readPayFileOrThrow, stateConflict } from '../pay-files/pay-file.models';
import { payeeKindOf } from '../payroll.models';

/** A record of a request, unless the same one waits already. */
export async function planRequest(
  asked: Omit<ApprovalRecord, '_id' | 'state' | 'preparedBy'>,
  note: string,
  by: By,
): Promise<Draft<ApprovalRecord>> {
  const waiting = await ApprovalModel.findOne({ state: 'waiting', hash: asked.hash }).lean<ApprovalRecord>();
  if (waiting) return { effects: undefined, note: '', result: waiting };
  const _id = ((await CounterModel.findById('approvalID').lean())?.value ?? 0) + 1;
  const builder = new EffectsBuilder();
  builder.count('approvalID', _id);
  const request: ApprovalRecord = { _id, state: 'waiting', preparedBy: by.actor, ...asked };
  builder.inserts(ApprovalModel).push(request);
  return {
    effects: builder.build(),
    note: `request ${_id}: ${note}`,
    audits: [approvalAudit('approval.requested', request, by)],
    result: request,
  };
}

/** The line of the audit log for a request, or for what was decided about it. */
export function approvalAudit(
  action: 'approval.requested' | 'approval.approved' | 'approval.declined' | 'approval.expired',
  { _id, kind, rows, amountCents: cents, hash, preparedBy, payFileID, personID, payrollType }: ApprovalRecord,
  by: By,
  reason?: string,
): AuditEntry {
  return {
    ...by,
    action,
    subject: { type: 'approval', id: _id },
    after: {
      kind,
      rows,
      cents,
      hash,
      preparedBy: actorName(preparedBy),
      ...(payFileID !== undefined && { payFileID }),
      ...(personID !== undefined && { payrollType, personID }),
      ...(reason && { reason }),
    },
  };
}

/**
 * Gives up a file that was not sent, or ends its making. Where two people pay, one that was downloaded waits for the second.
 * @param reason NOT_SENT_TO_BANK, as it was typed, where the file was downloaded
 * @returns approvalID: the file waits for a second person
 * @throws AppError not_found, invalid_input for another reason, conflict (discarded before, or downloaded and marked)
 */
export function discardPayFile(payFileID: number, by: By, reason = '') {
  return appendToJournal<{ file: PayFileRecord; approvalID?: number }>(async ({ at }) => {
    const file = await readPayFileOrThrow(payFileID);
    checkDiscardableOrThrow(file, reason);
    if (file.state === 'downloaded' && isFourEyes()) {
      const { payrollType, lines: rows, amountCents } = file;
      const shown = { payrollType, hash: hashPayFile(file), rows, amountCents, payFileID, reason };
      const asked = { kind: 'discarding' as const, preparedAt: at, ...shown };
      const { result, ...draft } = await planRequest(asked, `discard pay file ${payFileID}`, by);
      return { ...draft, result: { file, approvalID: result._id } };
    }
    const builder = new EffectsBuilder();
    const audits = [planDiscard(builder, file, at, by, reason)];
    return {
      effects: builder.build(),
      note: `pay file ${payFileID}: discarded`,
      audits,
      result: { file: { ...file, state: 'discarded' } },
    };
  });
}

function checkDiscardableOrThrow(file: PayFileRecord, reason: string): void {
  if (file.state === 'discarded') throw stateConflict(file, 'This pay file was discarded');
  if (file.state !== 'downloaded') return;
  const sent = 'Payments of this pay file are marked paid or returned: it was sent to the bank';
  if (file.leftOut) throw stateConflict(file, sent);
  if (reason !== NOT_SENT_TO_BANK) {
    const text = `This pay file was downloaded: type “${NOT_SENT_TO_BANK}” to discard it`;
    throw new AppError('invalid_input', text, { reason: text });
  }
}

/** Adds the discarding of a file to a record. @returns its line of the audit log */
export function planDiscard(
  builder: EffectsBuilder,
  file: PayFileRecord,
  at: Date,
  by: By,
  reason: string,
): AuditEntry {
  const { _id, state } = file;
  const set = { state: 'discarded' as const, discardedAt: at, discardedBy: actorName(by.actor) };
  changePayFile(builder, _id, { set });
  return {
    ...by,
    action: 'pay-file.discarded',
    subject: { type: 'payFile', id: _id },
    before: { state },
    after: { state: 'discarded', ...(state === 'downloaded' && { reason }) },
  };
}

/** Stands for a file as it is: a mark, a download, whatever changes it is another hash. */
export function hashPayFile({ _id, lines, amountCents, changedBy }: PayFileRecord): string {
  return hash('sha256', ['discard', _id, lines, amountCents, changedBy].join('|'), 'base64url');
}

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
    if (audit && (await isBeyondLimit(by.actor, entry.payoutCents, at))) {
      const request = requestOf(entry, asked, at);
      const { result, ...draft } = await planRequest(request, 'adjustment', by);
      return { ...draft, result: { request: result } };
    }
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

function requestOf({ _id, payee, payoutCents: amountCents }: LedgerEntry, asked: Asked, preparedAt: Date) {
  const { kind, personID } = payeeOfKey(payee);
  const text = ['adjustment', _id, payee, amountCents, asked.reason].join('|');
  const shown = { payrollType: payrollTypeOf(kind), personID, amountCents, rows: 1, ...asked };
  return { kind: 'adjustment' as const, hash: hash('sha256', text, 'base64url'), preparedAt, ...shown };
}

/** Adds an approved adjustment. @returns its line of the audit log; undefined: it can't be made any more */
export async function planApprovedAdjustment(
  builder: EffectsBuilder,
  { adjustmentID = '', reverses, payrollType, personID = 0, ...request }: ApprovalRecord,
  at: Date,
): Promise<AuditEntry | undefined> {
  const { amountCents: cents, reason = '', preparedBy: actor } = request;
  const prepared = { reason, by: { actor } };
  const adjustment = { adjustmentID, kind: payeeKindOf(payrollType), personID, cents, ...prepared };
  try {
    const { audit } =
      reverses === undefined
        ? await planAdjustment(builder, adjustment, at)
        : await planReversal(builder, { entryID: reverses, ...prepared }, at);
    return audit;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
