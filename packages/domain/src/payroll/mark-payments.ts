import { actorName, type PaymentMarkOutcome, type PaymentState } from '@partnerdesk/contracts';
import type { LedgerEntry } from '../ledger';
import { appendToJournal, DayTotalModel, dayKeyOf, EffectsBuilder, EntryModel, entryIDOf } from '../ledger';
import { type Actor, type AuditEntry, slicesOf } from '../platform';
import { type OfficeEntry, postOfficeEntry } from './adjust-balance';
import { closedThroughOf } from './open-balances';
import {
  changePayFile,
  checkDownloadedOrThrow,
  payFilesOf,
  readPayFileOrThrow,
} from './pay-files/pay-file.models';
import type { PaymentMark, PayrollRecord } from './payroll.models';
import { latestOf, marksOf, PaymentMarkModel, PayrollModel } from './payroll.models';

export interface MarkPaymentsInput {
  payrollIDs: readonly number[];
  /** The pay file whose payments these are: they are marked only while it is one that was downloaded. */
  payFileID?: number;
  /** executed: takes back the mark `from`, which was made by mistake; of `returned`, the mark before it holds again. */
  state: PaymentState;
  from?: 'paid' | 'returned';
  /** Why; of returned payments it stands on the correcting entry. */
  reason?: string;
  /** Reasons of their own, by payrollID. */
  reasons?: ReadonlyMap<number, string>;
  /** Whose file reports it. */
  source?: PaymentMark['source'];
  by: { actor: Actor } & Partial<AuditEntry>;
}

/** Payments whose marks are one journal record. */
export const MARK_STEP = 100;

/**
 * Says what became of payments; every mark is kept, the last one holds, and the same again changes nothing. A return posts
 * a correcting entry into the next payroll, and taking it back the opposite one, unless the amount was paid again.
 * @throws AppError not_found, conflict (the pay file was not downloaded, or discarded)
 */
export async function markPayments(input: MarkPaymentsInput): Promise<PaymentMarkOutcome[]> {
  const outcomes: PaymentMarkOutcome[] = [];
  for (const step of slicesOf(input.payrollIDs, MARK_STEP)) outcomes.push(...(await markStep(input, step)));
  return outcomes;
}

const AUDIT_ACTION = {
  paid: 'payment.paid',
  returned: 'payment.returned',
  executed: 'payment.unmarked',
} as const;

async function markStep(
  input: MarkPaymentsInput,
  payrollIDs: readonly number[],
): Promise<PaymentMarkOutcome[]> {
  const { payFileID, state, source, by } = input;
  const who = actorName(by.actor);
  return appendToJournal(async ({ at }) => {
    if (payFileID !== undefined) checkDownloadedOrThrow(await readPayFileOrThrow(payFileID));
    const builder = new EffectsBuilder();
    const [payrolls, history, payFiles] = await Promise.all([
      PayrollModel.find({ _id: { $in: payrollIDs } }).lean<PayrollRecord[]>(),
      marksOf(payrollIDs),
      payFilesOf(payrollIDs),
    ]);
    const marks = latestOf(history);
    const byID = new Map(payrolls.map((payroll) => [payroll._id, payroll]));
    const closed = await closedThroughOf(payrolls.map(({ payee }) => payee));
    const returns = state === 'executed' ? await loadReturns([...marks.values()]) : undefined;
    const audits: AuditEntry[] = [];
    const outcomes = payrollIDs.map((payrollID): PaymentMarkOutcome => {
      const payroll = byID.get(payrollID);
      if (!payroll) return { payrollID, outcome: 'refused', reason: 'There is no such payment' };
      const latest = marks.get(payrollID);
      const now = latest?.state ?? 'executed';
      const before = stateBefore(latest, history);
      const isTakenBack = input.from === 'returned' && now === 'paid' && before === 'returned';
      if (now === state || isTakenBack) return { payrollID, outcome: 'already' };
      const returned = now === 'returned' ? returns?.get(entryIDOf.returned(latest?._id ?? '')) : undefined;
      const refusal = refusalOf(input, now, returned);
      if (refusal) return { payrollID, outcome: 'refused', reason: refusal };
      const next = returned ? before : state;
      const number = (latest?.number ?? 0) + 1;
      const reason = input.reasons?.get(payrollID) ?? input.reason ?? '';
      const mark: PaymentMark = {
        _id: `${payrollID}:${number}`,
        payrollID,
        number,
        state: next,
        at,
        by: who,
        ...(reason && { reason }),
        ...(source && { source }),
      };
      marks.set(payrollID, mark);
      builder.inserts(PaymentMarkModel).push(mark);
      audits.push({
        ...by,
        action: AUDIT_ACTION[state],
        subject: { type: 'payroll', id: payrollID },
        before: { state: now },
        after: { state: next, ...(reason && { reason }) },
      });
      const file = payFiles.get(payrollID);
      if (file !== undefined) {
        changePayFile(builder, file, {
          set: { markedAt: at, markedBy: who },
          leftOut: Number(next !== 'executed') - Number(now !== 'executed'),
          paid: Number(next === 'paid') - Number(now === 'paid'),
        });
      }
      const post = (entry: Pick<OfficeEntry, 'entryID' | 'cents' | 'postedDay'>) =>
        postOfficeEntry(builder, payroll.kind, payroll.personID, closed.get(payroll.payee), {
          ...entry,
          type: 'returned',
          at,
          reason,
          by: who,
          payrollID,
        });
      if (state === 'returned') post({ entryID: entryIDOf.returned(mark._id), cents: payroll.amountCents });
      // On the same day as what it takes back: whatever is executed next has both.
      if (returned) {
        const { postedDay, payoutCents } = returned.entry;
        post({ entryID: entryIDOf.returned(mark._id), cents: -payoutCents, postedDay });
      }
      return { payrollID, outcome: 'marked' };
    });
    return { effects: builder.build(), note: `marks: ${audits.length}`, audits, result: outcomes };
  });
}

/** What the mark before this one said. A payment that is paid after a return was taken back to it. */
function stateBefore(mark: PaymentMark | undefined, history: readonly PaymentMark[]): PaymentState {
  const isBefore = ({ payrollID, number }: PaymentMark) =>
    payrollID === mark?.payrollID && number === mark.number - 1;
  return history.find(isBefore)?.state ?? 'executed';
}

/** Why a payment that stands at `now` can't be marked so; undefined: it can. */
function refusalOf(
  { state, from }: MarkPaymentsInput,
  now: PaymentState,
  returned: { paidBy: number | undefined } | undefined,
): string | undefined {
  if (state === 'paid') return now === 'returned' ? 'It was returned' : undefined;
  if (state === 'returned') return undefined;
  if (now !== from) return `It is marked ${now} by now`;
  if (now === 'paid') return undefined;
  if (!returned) return 'Its correcting entry is missing';
  const { paidBy } = returned;
  return paidBy === undefined ? undefined : `Its amount was paid again, by payroll ${paidBy}`;
}

/** The correcting entries of these marks, each with the payroll that has paid it, by id. */
async function loadReturns(marks: readonly PaymentMark[]) {
  const entryIDs = marks.map(({ _id }) => entryIDOf.returned(_id));
  const entries = await EntryModel.find({ _id: { $in: entryIDs } }).lean<LedgerEntry[]>();
  const dayOfEntry = ({ payee, postedDay }: LedgerEntry) => dayKeyOf(payee, postedDay);
  const days = await DayTotalModel.find({ _id: { $in: entries.map(dayOfEntry) } }).lean();
  const paidBy = new Map(days.map((day) => [day._id, day.open ? undefined : day.payrollID]));
  return new Map(entries.map((entry) => [entry._id, { entry, paidBy: paidBy.get(dayOfEntry(entry)) }]));
}
