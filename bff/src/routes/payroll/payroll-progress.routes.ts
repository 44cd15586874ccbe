import {
  currentProgress,
  payeeKindOf,
  payeePayments,
  payrollProgress,
  payrollSchedule,
} from '@partnerdesk/domain';
import { permit } from '../../middleware/policy';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayRunPayroll } from './payroll.policy';
import { presentPayee, presentProgress, presentSchedule } from './payroll.presenter';
import { payeeQuery, progressQuery, typeQuery } from './payroll-query.schema';

/** What is due, how far a payroll has come, and how one payee stands. */
export const addPayrollProgressRoutes: AddRoutes = (router, { session }) => {
  const allowed = [session, permit(mayRunPayroll)] as const;

  router.get('/payroll-schedule', ...allowed, validQuery(typeQuery), async (ctx) => {
    const { payrollType } = ctx.state.query;
    ctx.body = presentSchedule(await payrollSchedule(payrollType));
  });

  router.get('/payroll-progress', ...allowed, validQuery(progressQuery), async (ctx) => {
    const { payrollType, endDate, affID } = ctx.state.query;
    ctx.body = presentProgress(
      endDate === undefined
        ? await currentProgress(payrollType)
        : await payrollProgress({ payrollType, endDate, ...(affID && { personID: affID }) }),
    );
  });

  router.get('/payee-payments', ...allowed, validQuery(payeeQuery), async (ctx) => {
    const { payrollType, personID } = ctx.state.query;
    ctx.body = presentPayee(payrollType, await payeePayments(payeeKindOf(payrollType), personID));
  });
};
