import { catchUpLedger } from '../ledger/journal';
import {
  DayTotalModel,
  EntryModel,
  PayeeModel,
  type PaymentMark,
  PaymentMarkModel,
  PayrollModel,
  type PayrollRecord,
} from '../ledger/ledger.models';
import { latestOf } from './latest-marks';

/** What was re-added; cents. Σ payrolls + open balance = Σ entries, or `differences` says where not. */
export interface PayrollAudit {
  people: number;
  entries: number;
  payrolls: number;
  entriesCents: number;
  paidCents: number;
  openCents: number;
  differences: string[];
}

interface PostedDay {
  entries: number;
  cents: number;
}

type EntryLine = { payee: string; postedDay: string; payoutCents: number };
type TotalLine = {
  _id: string;
  kind: string;
  day: string;
  postedEntries?: number;
  postedCents?: number;
  open?: true;
  payrollID?: number;
};

/** Everything of one person but the entries, which come in one long walk. */
interface PersonLedger {
  payrolls: PayrollRecord[];
  totals: Map<string, TotalLine>;
  closedThrough: string;
}

/** Differences told one by one. */
const TOLD = 1000;

/**
 * Re-adds the whole ledger from its entries, against every day total and every payroll, and tells each cent
 * that differs (rules: Payroll). Reads only.
 */
export async function auditPayroll(onProgress: (entries: number) => void = () => {}): Promise<PayrollAudit> {
  await catchUpLedger();
  const ledger = await loadLedger();
  const audit: PayrollAudit = {
    people: 0,
    entries: 0,
    payrolls: 0,
    entriesCents: 0,
    paidCents: 0,
    openCents: 0,
    differences: [],
  };
  const tell = (line: string) => {
    if (audit.differences.length < TOLD) audit.differences.push(line);
  };
  let payee = '';
  let days = new Map<string, PostedDay>();
  const closePerson = () => {
    if (!payee) return;
    checkPerson(payee, days, ledger.get(payee), audit, tell);
    ledger.delete(payee);
  };
  const cursor = EntryModel.find({}, { _id: 0, payee: 1, postedDay: 1, payoutCents: 1 })
    .sort({ payee: 1, postedDay: 1, at: 1 })
    .lean()
    .cursor({ batchSize: 5000 });
  for await (const line of cursor) {
    const entry = line as unknown as EntryLine;
    if (entry.payee !== payee) {
      closePerson();
      payee = entry.payee;
      days = new Map();
    }
    const day = days.get(entry.postedDay) ?? { entries: 0, cents: 0 };
    day.entries += 1;
    day.cents += entry.payoutCents;
    days.set(entry.postedDay, day);
    audit.entries += 1;
    if (audit.entries % 5000 === 0) onProgress(audit.entries);
  }
  closePerson();
  // Who has totals or payrolls and not one entry.
  for (const [other, person] of ledger) checkPerson(other, new Map(), person, audit, tell);
  await checkReturns(tell);
  return audit;
}

async function loadLedger(): Promise<Map<string, PersonLedger>> {
  const people = new Map<string, PersonLedger>();
  const personOf = (payee: string) => {
    const known = people.get(payee);
    if (known) return known;
    const person: PersonLedger = { payrolls: [], totals: new Map(), closedThrough: '' };
    people.set(payee, person);
    return person;
  };
  const fields = { kind: 1, day: 1, postedEntries: 1, postedCents: 1, open: 1, payrollID: 1 };
  const totals = DayTotalModel.find({ kind: { $in: ['affiliate', 'staff'] } }, fields)
    .lean()
    .cursor({ batchSize: 5000 });
  for await (const line of totals) {
    const total = line as unknown as TotalLine;
    if (total.postedEntries || total.open) {
      personOf(total._id.slice(0, total._id.lastIndexOf(':'))).totals.set(total.day, total);
    }
  }
  for (const payroll of await PayrollModel.find().sort({ payee: 1, endPeriod: 1 }).lean<PayrollRecord[]>()) {
    personOf(payroll.payee).payrolls.push(payroll);
  }
  for (const state of await PayeeModel.find().lean()) personOf(state._id).closedThrough = state.closedThrough;
  return people;
}

function checkPerson(
  payee: string,
  days: Map<string, PostedDay>,
  person: PersonLedger = { payrolls: [], totals: new Map(), closedThrough: '' },
  audit: PayrollAudit,
  tell: (line: string) => void,
): void {
  audit.people += 1;
  for (const day of new Set([...days.keys(), ...person.totals.keys()])) {
    const added = days.get(day) ?? { entries: 0, cents: 0 };
    const total = person.totals.get(day);
    const kept = { entries: total?.postedEntries ?? 0, cents: total?.postedCents ?? 0 };
    if (added.entries !== kept.entries || added.cents !== kept.cents) {
      tell(
        `${payee} ${day}: entries ${added.entries} / ${added.cents} cents, day total ${kept.entries} / ${kept.cents}`,
      );
    }
  }
  let entriesCents = 0;
  for (const { cents } of days.values()) entriesCents += cents;
  let paidCents = 0;
  let before = '';
  for (const payroll of person.payrolls) {
    const { _id, startPeriod, endPeriod, amountCents } = payroll;
    if (startPeriod <= before)
      tell(`payroll ${_id} of ${payee} begins on ${startPeriod}, before ${before} ends`);
    before = endPeriod;
    const paid = sumOf(days, (day) => day >= startPeriod && day <= endPeriod);
    if (paid.cents !== amountCents || paid.entries !== payroll.entries) {
      tell(
        `payroll ${_id} of ${payee}: paid ${amountCents} cents for ${payroll.entries} entries, they are ${paid.entries} and add up to ${paid.cents}`,
      );
    }
    for (const [day, total] of person.totals) {
      if (day < startPeriod || day > endPeriod) continue;
      if (total.open || total.payrollID !== _id)
        tell(
          `${payee} ${day}: belongs to payroll ${_id}, is ${total.open ? 'open' : `of ${total.payrollID}`}`,
        );
    }
    paidCents += amountCents;
  }
  const last = person.payrolls.at(-1);
  if ((last?.endPeriod ?? '') !== person.closedThrough) {
    tell(
      `${payee} is closed through '${person.closedThrough}', the last payroll ends '${last?.endPeriod ?? ''}'`,
    );
  }
  let openCents = 0;
  for (const total of person.totals.values()) if (total.open) openCents += total.postedCents ?? 0;
  if (paidCents + openCents !== entriesCents) {
    tell(`${payee}: payrolls ${paidCents} + open ${openCents} cents are not the entries' ${entriesCents}`);
  }
  audit.payrolls += person.payrolls.length;
  audit.entriesCents += entriesCents;
  audit.paidCents += paidCents;
  audit.openCents += openCents;
}

function sumOf(days: Map<string, PostedDay>, isIn: (day: string) => boolean): PostedDay {
  const sum = { entries: 0, cents: 0 };
  for (const [day, posted] of days) {
    if (!isIn(day)) continue;
    sum.entries += posted.entries;
    sum.cents += posted.cents;
  }
  return sum;
}

/** What is returned now has its amount reopened, once; of no other payment anything is. */
async function checkReturns(tell: (line: string) => void): Promise<void> {
  const marks = latestOf(await PaymentMarkModel.find().lean<PaymentMark[]>());
  const reopened = new Map<number, number>();
  for (const { payrollID = 0, payoutCents } of await EntryModel.find({ type: 'returned' }).lean()) {
    reopened.set(payrollID, (reopened.get(payrollID) ?? 0) + payoutCents);
  }
  for (const { payrollID, state } of marks.values()) {
    if (state === 'returned' && !reopened.has(payrollID)) reopened.set(payrollID, 0);
  }
  const payrolls = await PayrollModel.find({ _id: { $in: [...reopened.keys()] } }).lean();
  const paid = new Map(payrolls.map((payroll) => [payroll._id, payroll.amountCents]));
  for (const [payrollID, cents] of reopened) {
    const returned = marks.get(payrollID)?.state === 'returned' ? paid.get(payrollID) : 0;
    if (cents !== returned) tell(`payroll ${payrollID}: ${returned} cents returned, ${cents} reopened`);
  }
}
