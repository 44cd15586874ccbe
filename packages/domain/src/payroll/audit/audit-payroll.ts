import { catchUpLedger, EntryModel, readJournalState, waitingFaults } from '../../ledger';
import { isOutOfDiskSpace } from '../../platform';
import { latestOf, type PaymentMark, PaymentMarkModel, PayrollModel } from '../payroll.models';
import { type PersonLedger, personAtRest, walkLedger } from './walk-ledger';

const REPORTED = 1000;

/**
 * Re-adds the whole ledger at one journal record, and reports each cent that differs (docs/RULES.md, Payroll) and waiting
 * events whose time has come. Reads only, but for records to be applied: on a full disk it reports on those before them.
 * @param onProgress called with the number of entries that are added @returns what was re-added (cents) at record `journal`:
 * Σ payrolls + open balance = Σ entries, or `differences` says where not
 */
export async function auditPayroll(onProgress: (entries: number) => void = () => {}) {
  const { journal, notApplied } = await reachedRecord();
  const audit = {
    journal,
    people: 0,
    entries: 0,
    payrolls: 0,
    entriesCents: 0,
    paidCents: 0,
    openCents: 0,
    differences: [] as string[],
  };
  const report = (lines: readonly string[]) => {
    audit.differences.push(...lines.slice(0, REPORTED - audit.differences.length));
  };
  for await (const person of walkLedger(journal, onProgress)) {
    // Without payrolls of later records.
    const then = { ...person, payrolls: person.payrolls.filter(({ seq = 0 }) => seq <= journal) };
    const { entriesCents, paidCents, openCents } = sumsOf(then);
    audit.people += 1;
    for (const { entries } of then.days.values()) audit.entries += entries;
    audit.payrolls += then.payrolls.length;
    audit.entriesCents += entriesCents;
    audit.paidCents += paidCents;
    const isMoving = person.seq > journal;
    // What a record has begun to change that nobody can apply now cannot be compared.
    if (notApplied.length > 0 && isMoving) {
      audit.openCents += entriesCents - paidCents;
      continue;
    }
    if (!isMoving && differencesOf(then).length === 0) {
      audit.openCents += openCents;
      continue;
    }
    // Read while records came in, or wrong: a reading at one record decides.
    const atRest = await personAtRest(person.payee);
    const unread = [`${person.payee}: could not be read, records keep coming in; repeat the audit`];
    report(atRest ? differencesOf(atRest) : unread);
    audit.openCents += isMoving ? entriesCents - paidCents : openCents;
  }
  report(notApplied);
  report(await returnDifferences(journal));
  report(await waitingFaults());
  return audit;
}

/** The record to report on: the last that is applied, and on a full disk the later ones, which cannot be. */
async function reachedRecord(): Promise<{ journal: number; notApplied: string[] }> {
  try {
    return { journal: await catchUpLedger(), notApplied: [] };
  } catch (error) {
    if (!isOutOfDiskSpace(error)) throw error;
    const { applied, records } = await readJournalState();
    const notApplied = Array.from(
      { length: records - applied },
      (_, index) => `journal record ${applied + 1 + index} is not applied yet, and the disk takes no writes`,
    );
    return { journal: applied, notApplied };
  }
}

/** What is returned now has its amount reopened, once; of no other payment anything is. @param seq rows through it count */
async function returnDifferences(seq: number): Promise<string[]> {
  const isIn = { seq: { $not: { $gt: seq } } };
  const everReturned = {
    payrollID: { $in: await PaymentMarkModel.distinct('payrollID', { ...isIn, state: 'returned' }) },
  };
  const marks = latestOf(await PaymentMarkModel.find({ ...isIn, ...everReturned }).lean<PaymentMark[]>());
  const reopened = new Map<number, number>();
  const corrections = { ...isIn, _id: { $gt: 'returned:', $lt: 'returned;' } };
  for (const { payrollID = 0, payoutCents } of await EntryModel.find(corrections).lean()) {
    reopened.set(payrollID, (reopened.get(payrollID) ?? 0) + payoutCents);
  }
  for (const { payrollID, state } of marks.values()) {
    if (state === 'returned' && !reopened.has(payrollID)) reopened.set(payrollID, 0);
  }
  const payrolls = await PayrollModel.find({ _id: { $in: [...reopened.keys()] } }).lean();
  const paid = new Map(payrolls.map((payroll) => [payroll._id, payroll.amountCents]));
  return [...reopened].flatMap(([payrollID, cents]) => {
    const returned = marks.get(payrollID)?.state === 'returned' ? paid.get(payrollID) : 0;
    return cents === returned ? [] : [`payroll ${payrollID}: ${returned} cents returned, ${cents} reopened`];
  });
}

/** What is entered, paid and open of a person (cents). */
function sumsOf({ days, payrolls, totals }: PersonLedger) {
  let [entriesCents, paidCents, openCents] = [0, 0, 0];
  for (const { cents } of days.values()) entriesCents += cents;
  for (const { amountCents } of payrolls) paidCents += amountCents;
  for (const { open, postedCents = 0 } of totals) if (open) openCents += postedCents;
  return { entriesCents, paidCents, openCents };
}

/** Whatever does not add up in a person's ledger, a line each (docs/RULES.md, Payroll). */
function differencesOf(ledger: PersonLedger): string[] {
  const { entriesCents, paidCents, openCents } = sumsOf(ledger);
  const lines = [...totalDifferences(ledger), ...payrollDifferences(ledger)];
  if (paidCents + openCents !== entriesCents) {
    lines.push(
      `${ledger.payee}: payrolls ${paidCents} + open ${openCents} cents are not the entries' ${entriesCents}`,
    );
  }
  return [...lines, ...sourceDifferences(ledger)];
}

function totalDifferences({ payee, days, totals }: PersonLedger): string[] {
  const byDay = new Map(totals.map((total) => [total.day, total]));
  const lines: string[] = [];
  for (const day of new Set([...days.keys(), ...byDay.keys()])) {
    const { entries, cents } = days.get(day) ?? { entries: 0, cents: 0 };
    const { postedEntries = 0, postedCents = 0 } = byDay.get(day) ?? {};
    if (entries === postedEntries && cents === postedCents) continue;
    lines.push(
      `${payee} ${day}: entries ${entries} / ${cents} cents, day total ${postedEntries} / ${postedCents}`,
    );
  }
  return lines;
}

function payrollDifferences({ payee, days, totals, payrolls, closedThrough }: PersonLedger): string[] {
  const lines: string[] = [];
  let before = '';
  for (const { _id, startPeriod, endPeriod, amountCents, entries } of payrolls) {
    const isIn = (day: string) => day >= startPeriod && day <= endPeriod;
    if (startPeriod <= before)
      lines.push(`payroll ${_id} of ${payee} begins on ${startPeriod}, before ${before} ends`);
    before = endPeriod;
    const paid = { entries: 0, cents: 0 };
    for (const [day, posted] of days) {
      if (!isIn(day)) continue;
      paid.entries += posted.entries;
      paid.cents += posted.cents;
    }
    if (paid.cents !== amountCents || paid.entries !== entries) {
      lines.push(
        `payroll ${_id} of ${payee}: paid ${amountCents} cents for ${entries} entries, they are ${paid.entries} and add up to ${paid.cents}`,
      );
    }
    for (const { day, open, payrollID, postedEntries } of totals) {
      if (!isIn(day) || !(postedEntries || open) || (!open && payrollID === _id)) continue;
      lines.push(`${payee} ${day}: belongs to payroll ${_id}, is ${open ? 'open' : `of ${payrollID}`}`);
    }
  }
  if (before !== closedThrough)
    lines.push(`${payee} is closed through '${closedThrough}', the last payroll ends '${before}'`);
  return lines;
}

/** Per affiliate the sources add up to the sales, refunds taken off (docs/RULES.md, Payroll). */
function sourceDifferences({ payee, totals, sources }: PersonLedger): string[] {
  if (!payee.startsWith('affiliate:')) return [];
  let [salesCents, earnedCents] = [0, 0];
  for (const total of totals) {
    salesCents += (total.salesCents ?? 0) - (total.refundsCents ?? 0);
    earnedCents += total.payoutCents ?? 0;
  }
  if (sources.salesCents === salesCents && sources.payoutCents === earnedCents) return [];
  return [
    `${payee}: sources ${sources.salesCents} / ${sources.payoutCents} cents, sales ${salesCents} / ${earnedCents}`,
  ];
}
