import type { PaymentMarkOutcome } from '@partnerdesk/contracts';
import { type Actor, type AuditEntry, writeAudit } from '../audit/audit';
import { EffectsBuilder } from '../ledger/effects-builder';
import { appendToJournal } from '../ledger/journal';
import {
  PayeeModel,
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
} from '../ledger/ledger.models';
import { postOfficeEntry } from './post-entry';

export interface MarkPaymentsInput {
  payrollIDs: readonly number[];
  state: 'paid' | 'returned';
  /** Why; of returned payments it stands on the correcting entry. */
  reason?: string;
  by: { actor: Actor } & Partial<AuditEntry>;
}

const STEP = 100;

/**
 * Says what became of payments, with who and when. A returned one reopens its amount: a correcting entry puts
 * it into the person's next payroll, and the payroll that was returned stays as it is. Each state is reached
 * once, so the same mark again changes nothing; a returned payment is no longer marked paid.
 */
export async function markPayments(input: MarkPaymentsInput): Promise<PaymentMarkOutcome[]> {
  const outcomes: PaymentMarkOutcome[] = [];
  for (let start = 0; start < input.payrollIDs.length; start += STEP) {
    outcomes.push(...(await markStep(input, input.payrollIDs.slice(start, start + STEP))));
  }
  return outcomes;
}

async function markStep(
  { state, reason = '', by }: MarkPaymentsInput,
  payrollIDs: readonly number[],
): Promise<PaymentMarkOutcome[]> {
  const who = by.actor.emailAddress || by.actor.kind;
  const outcomes = await appendToJournal(async () => {
    const builder = new EffectsBuilder();
    const payrolls = await PayrollModel.find({ _id: { $in: payrollIDs } }).lean<PayrollRecord[]>();
    const [known, payees] = await Promise.all([
      PaymentMarkModel.find({ payrollID: { $in: payrollIDs } }).lean<PaymentMark[]>(),
      PayeeModel.find({ _id: { $in: payrolls.map(({ payee }) => payee) } }).lean(),
    ]);
    const byID = new Map(payrolls.map((payroll) => [payroll._id, payroll]));
    const marks = new Set(known.map((mark) => mark._id));
    const closed = new Map(payees.map((payee) => [payee._id, payee.closedThrough]));
    const at = new Date();
    const result = payrollIDs.map((payrollID): PaymentMarkOutcome => {
      const payroll = byID.get(payrollID);
      if (!payroll) return { payrollID, outcome: 'refused', reason: 'There is no such payment' };
      const markID = `${payrollID}:${state}`;
      if (marks.has(markID)) return { payrollID, outcome: 'already' };
      if (marks.has(`${payrollID}:returned`))
        return { payrollID, outcome: 'refused', reason: 'It was returned' };
      marks.add(markID);
      builder.marks.push({ _id: markID, payrollID, state, at, by: who, ...(reason && { reason }) });
      if (state === 'returned') {
        const { kind, personID, payee, amountCents } = payroll;
        postOfficeEntry(builder, kind, personID, closed.get(payee), {
          entryID: `returned:${payrollID}`,
          type: 'returned',
          cents: amountCents,
          at,
          reason,
          by: who,
          payrollID,
        });
      }
      return { payrollID, outcome: 'marked' };
    });
    return { effects: builder.build(), note: `marks: ${builder.marks.length}`, result };
  });
  for (const { payrollID, outcome } of outcomes) {
    if (outcome !== 'marked') continue;
    await writeAudit({
      ...by,
      action: state === 'paid' ? 'payment.paid' : 'payment.returned',
      subject: { type: 'payroll', id: payrollID },
      after: { state, ...(reason && { reason }) },
    });
  }
  return outcomes;
}
