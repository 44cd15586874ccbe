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

type Read = Pick<PayrollRecord, '_id' | 'kind' | 'amountCents'>;

/** How many payments of the last 60 days are in which state, and their sums; read by pages of 1,000. */
export async function sumPayments(): Promise<PaymentSum[]> {
  const sums = new Map<string, PaymentSum>();
  for (const kind of PAID_KINDS) {
    const cursor = PayrollModel.find(
      { kind, createdDay: { $gte: addDays(today(), -DAYS) } },
      { kind: 1, amountCents: 1 },
    )
      .lean<Read>()
      .cursor({ batchSize: PAGE });
    for await (const page of inBatches(cursor, PAGE)) await addUp(page, sums);
  }
  return [...sums.values()];
}

async function addUp(payments: Read[], sums: Map<string, PaymentSum>): Promise<void> {
  const marks = await latestMarks(payments.map(({ _id }) => _id));
  for (const { _id, kind, amountCents } of payments) {
    const state = marks.get(_id)?.state ?? 'executed';
    const key = `${kind} ${state}`;
    const sum = sums.get(key) ?? { kind, state, count: 0, cents: 0 };
    sums.set(key, { ...sum, count: sum.count + 1, cents: sum.cents + amountCents });
  }
}
