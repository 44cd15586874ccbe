import { payeePaymentsCall, payrollProgressCall, payrollScheduleCall } from '@partnerdesk/contracts';
import {
  currentProgress,
  payeeKindOf,
  payeePayments,
  payrollProgress,
  payrollSchedule,
} from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentPayee, presentProgress, presentSchedule } from './payroll.presenter';

/** What is due, how far a payroll has come, and how one payee stands. */
export const addPayrollProgressRoutes: AddRoutes = ({ handle }) => {
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
