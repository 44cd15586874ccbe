import { addDays, PAID_KINDS, type PaidKind, type PaymentState } from '@partnerdesk/contracts';
import { inBatches, today } from '../platform';
import { latestMarks } from './latest-marks';
import { PayrollModel, type PayrollRecord } from './payroll.models';

/** Payments older than this are settled long since. */
const DAYS = 60;
const PAGE = 1000;

/** Payments of one kind of payee in one state. */
export interface PaymentSum {
  kind: PaidKind;
  state: PaymentState;
  count: number;
  cents: number;
}

/** How many payments of the last 60 days are in which state, and their sums; read by pages of 1,000. */
export async function sumPayments(): Promise<PaymentSum[]> {
  const sums = new Map<string, PaymentSum>();
  for (const kind of PAID_KINDS) {
    const executed = { kind, createdDay: { $gte: addDays(today(), -DAYS) } };
    const cursor = PayrollModel.find(executed, { amountCents: 1 })
      .lean<Pick<PayrollRecord, '_id' | 'amountCents'>>()
      .cursor({ batchSize: PAGE });
    for await (const page of inBatches(cursor, PAGE)) {
      const marks = await latestMarks(page.map(({ _id }) => _id));
      for (const { _id, amountCents } of page) {
        const state = marks.get(_id)?.state ?? 'executed';
        const key = `${kind} ${state}`;
        const sum = sums.get(key) ?? { kind, state, count: 0, cents: 0 };
        sums.set(key, { ...sum, count: sum.count + 1, cents: sum.cents + amountCents });
      }
    }
  }
  return [...sums.values()];
}
