import { type BusinessDay, PAID_BY, PAID_KINDS, PAYMENT_METHODS, PAYMENT_TYPE } from '@partnerdesk/contracts';
import { catchUpLedger, payeeKeyOf } from '../../ledger';
import { inBatches } from '../../platform';
import { nextBankingDay } from '../pay-files/bank-days';
import { PayFileLineModel, PayFileModel } from '../pay-files/pay-file.models';
import { latestMarks, PayrollModel, type PayrollRecord, paymentPages } from '../payroll.models';
import type { NecPayment, PayeeID } from './nec-forms';

/*
 * A payment counts in the year of the day on which the banks book the pay file that carries it; without a file, of the
 * day of its execution (docs/RULES.md, Year end).
 */

const STEP = 1000;

const FIELDS = { kind: 1, personID: 1, paymentType: 1, amountCents: 1, createdDay: 1 } as const;
type Read = Pick<PayrollRecord, '_id' | keyof typeof FIELDS>;
/** Others report their payments themselves. */
const REPORTED_HERE = {
  paymentType: {
    $in: [PAYMENT_TYPE.unknown, ...PAID_BY.filter((type) => !PAYMENT_METHODS[type].reportsTax)],
  },
};
const IN_ORDER = { kind: 1, createdDay: 1, _id: 1 } as const;

/** Day on which the banks book each bank file that is not discarded, by payFileID. */
async function bookedDays(): Promise<Map<number, BusinessDay>> {
  const live = { format: 'nacha', state: { $ne: 'discarded' } } as const;
  const files = await PayFileModel.find(live, { createdDay: 1 }).lean();
  return new Map(files.map(({ _id, createdDay }) => [_id, nextBankingDay(createdDay)]));
}

async function withPaidDays(
  payrolls: readonly Read[],
  booked: ReadonlyMap<number, BusinessDay>,
): Promise<NecPayment[]> {
  const ids = payrolls.map(({ _id }) => _id);
  const [marks, lines] = await Promise.all([
    latestMarks(ids),
    PayFileLineModel.find({ _id: { $in: ids } }, { payFileID: 1 }).lean(),
  ]);
  const files = new Map(lines.map(({ _id, payFileID }) => [_id, payFileID]));
  return payrolls.map(({ _id, kind, personID, paymentType, amountCents, createdDay }) => {
    const bookedDay = booked.get(files.get(_id) ?? 0);
    const state = marks.get(_id)?.state ?? 'executed';
    const paid = { paidDay: bookedDay ?? createdDay, inFile: bookedDay !== undefined };
    return { kind, personID, paymentType, cents: amountCents, state, ...paid };
  });
}

/** Every payment that may count in a year, and some that count in another one. */
export async function* paymentsAround(year: number): AsyncGenerator<NecPayment> {
  await catchUpLedger();
  const firstDay = `${year}-01-01`;
  const booked = await bookedDays();
  for (const kind of PAID_KINDS) {
    const executed = { kind, createdDay: { $gte: firstDay, $lte: `${year}-12-31` }, ...REPORTED_HERE };
    for await (const page of paymentPages<Read>(executed, FIELDS)) yield* await withPaidDays(page, booked);
  }
  // Executed before the year, and in a file that the banks booked in it.
  const files = [...booked].filter(([, day]) => day.startsWith(`${year}-`)).map(([payFileID]) => payFileID);
  const firstID = (await firstPaymentSince(firstDay))?._id ?? Number.POSITIVE_INFINITY;
  const lines = PayFileLineModel.find({ payFileID: { $in: files }, _id: { $lt: firstID } }, { _id: 1 })
    .lean<{ _id: number }>()
    .cursor({ batchSize: STEP });
  for await (const step of inBatches(lines, STEP)) {
    const ids = step.map(({ _id }) => _id);
    const payrolls = await PayrollModel.find({ _id: { $in: ids }, ...REPORTED_HERE }, FIELDS).lean<Read[]>();
    yield* await withPaidDays(payrolls, booked);
  }
}

/** Every payment of a payee, those by PayPal left out. */
export async function paymentsOfPayee({ kind, personID }: PayeeID): Promise<NecPayment[]> {
  await catchUpLedger();
  const payee = payeeKeyOf(kind, personID);
  const payrolls = await PayrollModel.find({ payee, ...REPORTED_HERE }, FIELDS).lean<Read[]>();
  return withPaidDays(payrolls, await bookedDays());
}

/** The first execution since a day; undefined: there is none. Ids are given out in the order of execution. */
export async function firstPaymentSince(day: BusinessDay): Promise<Read | undefined> {
  const firsts = await Promise.all(
    PAID_KINDS.map((kind) =>
      PayrollModel.find({ kind, createdDay: { $gte: day } }, FIELDS)
        .sort(IN_ORDER)
        .limit(1)
        .lean<Read[]>(),
    ),
  );
  return firsts.flat().sort((one, other) => one._id - other._id)[0];
}
