import { hash } from 'node:crypto';
import { AppError, actorName, NOT_SENT_TO_BANK } from '@partnerdesk/contracts';
import { appendToJournal, EffectsBuilder } from '../../ledger';
import { type AuditEntry, type By, isFourEyes } from '../../platform';
import type { PayFileRecord } from '../pay-files/pay-file.models';
import { changePayFile, readPayFileOrThrow, stateConflict } from '../pay-files/pay-file.models';
import { planRequest } from './approval-state';

/** @param approvalID the file waits for a second person */
type DiscardOutcome = { file: PayFileRecord; approvalID?: number };

/**
 * Gives up a file that was not sent, or ends its making. Where two people pay, one that was downloaded waits for the second.
 * @param reason NOT_SENT_TO_BANK, as it was typed, where the file was downloaded
 * @throws AppError not_found, invalid_input for another reason, conflict (discarded before, or downloaded and marked)
 */
export function discardPayFile(payFileID: number, by: By, reason = ''): Promise<DiscardOutcome> {
  return appendToJournal<DiscardOutcome>(async ({ at }) => {
    const file = await readPayFileOrThrow(payFileID);
    checkDiscardableOrThrow(file, reason);
    if (file.state === 'downloaded' && isFourEyes()) return requestDiscard(file, at, by, reason);
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

async function requestDiscard(file: PayFileRecord, preparedAt: Date, by: By, reason: string) {
  const request = {
    kind: 'discarding' as const,
    payrollType: file.payrollType,
    hash: hashPayFile(file),
    preparedAt,
    rows: file.lines,
    amountCents: file.amountCents,
    payFileID: file._id,
    reason,
  };
  const { result, ...draft } = await planRequest(request, `discard pay file ${file._id}`, by);
  return { ...draft, result: { file, approvalID: result._id } };
}
