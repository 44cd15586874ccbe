import {
  dollarsOf,
  type PastPayroll,
  type PayrollEvent,
  type PayrollOverview,
  type PayrollType,
} from '@partnerdesk/contracts';
import {
  type PastPayrollCents,
  type PayrollOverviewCents,
  type PayrollEvent as StoredEvent,
  today,
} from '@partnerdesk/domain';
import { presentPayFile, presentPerson, presentProgress, presentSum } from './payroll.presenter';

/** @param waiting requests to discard files, by payFileID */
export function presentOverview(
  payrollType: PayrollType,
  { period, progress, unfiled, files, returned, owed, course }: PayrollOverviewCents,
  waiting: ReadonlyMap<number, number>,
): PayrollOverview {
  const { open } = progress;
  return {
    ...period,
    overdue: open.count > 0 && period.dueDate < today(),
    progress: presentProgress(progress),
    unfiled: {
      nacha: presentSum(unfiled.nacha),
      paypal: presentSum(unfiled.paypal),
      unknown: presentSum(unfiled.unknown),
    },
    files: files.map((file) => presentPayFile(file, waiting.get(file._id))),
    returned: returned.map(({ payment, status: { mark } }) => ({
      payrollID: payment._id,
      ...presentPerson(payrollType, payment),
      amount: dollarsOf(payment.amountCents),
      at: (mark?.at ?? payment.createdAt).toISOString(),
      reason: mark?.reason ?? '',
    })),
    owed: {
      people: owed.count,
      amount: dollarsOf(owed.cents),
      largest: owed.people.map((person) => ({
        ...presentPerson(payrollType, person),
        amount: dollarsOf(person.cents),
      })),
    },
    course: course.map(presentEvent),
  };
}

function presentEvent({ at, count, cents, ...event }: StoredEvent): PayrollEvent {
  return {
    ...event,
    at: at.toISOString(),
    ...(count !== undefined && { payments: count }),
    ...(cents !== undefined && { amount: dollarsOf(cents) }),
  };
}

export function presentPast({ period, payments }: PastPayrollCents): PastPayroll {
  const { executed, filed, paid, returned } = payments;
  return {
    ...period,
    executed: presentSum(executed),
    filed: presentSum(filed),
    paid: presentSum(paid),
    returned: presentSum(returned),
  };
}
