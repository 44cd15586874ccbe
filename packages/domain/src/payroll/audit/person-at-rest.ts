import {
  catchUpLedger,
  DayTotalModel,
  dayKeyOf,
  PayeeModel,
  type SourceTotal,
  SourceTotalModel,
} from '../../ledger';
import { PayrollModel } from '../payroll.models';
import {
  PAYROLL_FIELDS,
  type PayrollLine,
  type PersonLedger,
  TOTAL_FIELDS,
  type TotalLine,
} from './person-ledger';
import { sumEntries } from './sum-entries';
import { personLedger } from './walk-ledger';

/** Readings of a person to whom records keep coming. */
const ATTEMPTS = 100;

/**
 * One person's ledger at one journal record: it is read again until no record came in between.
 * @returns undefined: records came in between every time
 */
export async function personAtRest(payee: string): Promise<PersonLedger | undefined> {
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
  if (payrolls.some((payroll) => (payroll.seq ?? 0) > seq)) return undefined;
  const [entered] = await sumEntries(payee, seq);
  const person = personLedger({ payee, days: entered?.days ?? new Map(), totals, payrolls }, state, sources);
  return person.seq > seq ? undefined : person;
}
