import { catchUpLedger } from '../../ledger/journal';
import {
  DayTotalModel,
  EntryModel,
  PayeeModel,
  PayrollModel,
  type SourceTotal,
  SourceTotalModel,
} from '../../ledger/ledger.models';
import { dayKeyOf } from '../../ledger/payee';
import type { PayrollLine, PersonLedger, TotalLine } from './person-ledger';
import { addEntry, type EntryLine, PAYROLL_FIELDS, TOTAL_FIELDS } from './walk-ledger';

/** Readings of a person to whom records keep coming. */
const ATTEMPTS = 100;

/**
 * One person's ledger at one journal record: it is read again until no record came in between.
 * @returns undefined: records came in between every time
 */
export async function settledPerson(payee: string): Promise<PersonLedger | undefined> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const person = await readPerson(payee);
    if (person) return person;
  }
  return undefined;
}

async function readPerson(payee: string): Promise<PersonLedger | undefined> {
  const seq = await catchUpLedger();
  const affID = payee.startsWith('affiliate:') ? Number(payee.slice('affiliate:'.length)) : 0;
  const [totals, payrolls, state, sources] = await Promise.all([
    DayTotalModel.find({ _id: { $gte: dayKeyOf(payee, ''), $lt: `${payee};` } }, TOTAL_FIELDS).lean<
      TotalLine[]
    >(),
    PayrollModel.find({ payee }, PAYROLL_FIELDS).sort({ endPeriod: 1 }).lean<PayrollLine[]>(),
    PayeeModel.findById(payee).lean(),
    SourceTotalModel.find({ affID }).lean<SourceTotal[]>(),
  ]);
  const isLater = (each: { seq?: number }) => (each.seq ?? 0) > seq;
  const closesLater = state ? payrolls.every(({ _id }) => _id !== state.lastPayrollID) : false;
  if ([...totals, ...payrolls, ...sources].some(isLater)) return undefined;
  if (closesLater && (await isMoving(seq))) return undefined;
  const days: PersonLedger['days'] = new Map();
  const entries = EntryModel.collection.find<EntryLine>(
    { payee },
    { projection: { _id: 0, payee: 1, postedDay: 1, payoutCents: 1, seq: 1 } },
  );
  for await (const entry of entries) if (!isLater(entry)) addEntry(days, entry);
  const own = { salesCents: 0, payoutCents: 0 };
  for (const { salesCents = 0, payoutCents = 0 } of sources) {
    own.salesCents += salesCents;
    own.payoutCents += payoutCents;
  }
  return { payee, days, totals, payrolls, closedThrough: state?.closedThrough ?? '', sources: own };
}

/** Whether records came in since. */
async function isMoving(seq: number): Promise<boolean> {
  return (await catchUpLedger()) !== seq;
}
