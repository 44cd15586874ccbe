import { pastPayrollsCall, payrollOverviewCall, payrollPulseCall } from '@partnerdesk/contracts';
import {
  currentProgress,
  pastPayrolls,
  payrollOverview,
  payrollPulse,
  waitingDiscards,
} from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';
import { presentRun } from './payroll.presenter';
import { presentOverview, presentPast } from './payroll-overview.presenter';

/** A payroll as one page shows it, those before it, and whether it moves. */
export const addPayrollOverviewRoutes: AddRoutes = ({ handle }) => {
  handle(payrollOverviewCall, async ({ query: { payrollType, endDate } }) => {
    const day = endDate ?? (await currentProgress(payrollType)).endDate;
    const overview = await payrollOverview(payrollType, day);
    const waiting = await waitingDiscards(overview.files.map(({ _id }) => _id));
    return presentOverview(payrollType, overview, waiting);
  });

  handle(pastPayrollsCall, async ({ query: { payrollType } }) =>
    (await pastPayrolls(payrollType)).map(presentPast),
  );

  handle(payrollPulseCall, async ({ query: { payrollType } }) => {
    const { version, runs } = await payrollPulse(payrollType);
    return { version, runs: runs.map(presentRun) };
  });
};
