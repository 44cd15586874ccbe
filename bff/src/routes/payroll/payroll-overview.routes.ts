import {
  dollarsOf,
  type PayrollEvent,
  type PayrollOverview,
  type PayrollType,
  pastPayrollsCall,
  payeePaymentsCall,
  payrollOverviewCall,
  payrollProgressCall,
  payrollPulseCall,
  payrollScheduleCall,
} from '@partnerdesk/contracts';
import {
  currentProgress,
  type PayrollOverviewCents,
  pastPayrolls,
  payeeKindOf,
  payeePayments,
  payrollOverview,
  payrollProgress,
  payrollPulse,
  payrollSchedule,
  type PayrollEvent as StoredEvent,
  today,
  waitingDiscards,
} from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import {
  presentPayee,
  presentPayFile,
  presentPayments,
  presentPerson,
  presentProgress,
  presentRun,
  presentSchedule,
  presentSum,
} from './payroll.presenter';

/** What is due, a payroll as one page shows it, whether it moves, and how one payee stands. */
export const addPayrollOverviewRoutes: AddRoutes = ({ handle }) => {
  handle(payrollOverviewCall, async ({ query: { payrollType, endDate } }) => {
    const day = endDate ?? (await currentProgress(payrollType)).endDate;
    const overview = await payrollOverview(payrollType, day);
    const waiting = await waitingDiscards(overview.files.map(({ _id }) => _id));
    return presentOverview(payrollType, overview, waiting);
  });

  handle(pastPayrollsCall, async ({ query: { payrollType } }) =>
    (await pastPayrolls(payrollType)).map(({ period, payments }) => ({
      ...period,
      ...presentPayments(payments),
    })),
  );

  handle(payrollPulseCall, async ({ query: { payrollType } }) => {
    const { version, runs } = await payrollPulse(payrollType);
    return { version, runs: runs.map(presentRun) };
  });

  handle(payrollScheduleCall, async ({ query }) => presentSchedule(await payrollSchedule(query.payrollType)));

  handle(payrollProgressCall, async ({ query: { payrollType, endDate, affID } }) =>
    presentProgress(
      endDate === undefined
        ? await currentProgress(payrollType)
        : await payrollProgress({ payrollType, endDate, ...(affID && { personID: affID }) }),
    ),
  );

  handle(payeePaymentsCall, async ({ query: { payrollType, personID } }) =>
    presentPayee(payrollType, await payeePayments(payeeKindOf(payrollType), personID)),
  );
};

/** @param waiting requests to discard files, by payFileID */
function presentOverview(
  payrollType: PayrollType,
  { period, progress, earlier, unfiled, files, returned, owed, course }: PayrollOverviewCents,
  waiting: ReadonlyMap<number, number>,
): PayrollOverview {
  const { open } = progress;
  return {
    ...period,
    overdue: open.count > 0 && period.dueDate < today(),
    progress: presentProgress(progress),
    ...(earlier.count > 0 && { earlier: presentSum(earlier) }),
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
