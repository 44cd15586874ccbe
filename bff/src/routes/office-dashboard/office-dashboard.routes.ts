import {
  addDays,
  approvalsCall,
  type BusinessDay,
  type DayRange,
  dollarsOf,
  type OfficeDashboard,
  officeDashboardCall,
  PAYROLL_TYPE,
  type Permission,
  type QueueHealth,
  STATS_TYPE,
  sameDaysOfMonthBefore,
} from '@partnerdesk/contracts';
import {
  countDoneToday,
  lastEventsAt,
  listApprovals,
  listUndoable,
  type Principal,
  payrollSchedule,
  readDayFigures,
  readModerationQueues,
  recentReveals,
  today,
  unfiledPayrolls,
  waitingEvents,
} from '@partnerdesk/domain';
import { isWorkerAlive, QUEUE_NAMES, type QueueName, queueHealth } from '@partnerdesk/queues';
import { mustHave, policyOf } from '../../middleware/policy';
import { presentFailedWork } from '../failed-work/failed-work.routes';
import { presentSchedule, presentSum } from '../payroll/payroll.presenter';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { presentPeriod } from '../statistics/statistics.routes';

/** The office's start page: what waits, what is due, how the system is. */
export const addOfficeDashboardRoutes: AddRoutes = ({ handle }, deps) => {
  handle(officeDashboardCall, ({ principal }) => presentOfficeDashboard(principal, deps));
};

const OWN_DECISIONS = 5;

/** Whose business the jobs of a queue are. */
const QUEUE_PERMISSION: Record<QueueName, Permission> = {
  payroll: 'payroll',
  mail: 'accounts',
  pictures: 'moderation',
  postbacks: 'accounts',
};

type Deps = Pick<RouteDeps, 'queues' | 'redis' | 'prefix'>;

/** Every part that the person's permissions reach; the others are not even read. */
async function presentOfficeDashboard(principal: Principal, deps: Deps): Promise<OfficeDashboard> {
  const ifMay = async <Part>(permission: Permission, read: () => Promise<Part>) =>
    principal.permissions.includes(permission) ? await read() : undefined;
  const [waiting, ownDecisions, payrollDue, unfiled, approvals, reveals, figures, health] = await Promise.all(
    [
      ifMay('moderation', readModerationQueues),
      ifMay('moderation', () => presentOwnDecisions(principal.id)),
      ifMay('payroll', presentPayrollDue),
      ifMay('payroll', presentUnfiled),
      policyOf(approvalsCall.who)(principal) ? presentApprovals() : undefined,
      ifMay('audit', recentReveals),
      ifMay('statistics', presentFigures),
      presentHealth(principal, deps),
    ],
  );
  return {
    ...(waiting && { waiting }),
    ...(ownDecisions && { ownDecisions }),
    ...(payrollDue && { payrollDue }),
    ...(unfiled?.length && { unfiled }),
    ...(approvals && { approvals }),
    ...(reveals?.length && { reveals }),
    ...(figures && { figures }),
    health,
  };
}

async function presentOwnDecisions(adminID: number): Promise<OfficeDashboard['ownDecisions']> {
  const [doneToday, decisions] = await Promise.all([countDoneToday(adminID), listUndoable(adminID)]);
  return { today: doneToday, latest: decisions.slice(0, OWN_DECISIONS) };
}

async function presentPayrollDue(): Promise<OfficeDashboard['payrollDue']> {
  const [affiliates, operators] = await Promise.all([
    payrollSchedule(PAYROLL_TYPE.affiliates),
    payrollSchedule(PAYROLL_TYPE.operators),
  ]);
  return { affiliates: presentSchedule(affiliates), operators: presentSchedule(operators) };
}

/** Of the payrolls that run and those before. */
async function presentUnfiled(): Promise<NonNullable<OfficeDashboard['unfiled']>> {
  const found = await Promise.all(
    Object.values(PAYROLL_TYPE).map(async (payrollType) =>
      (await unfiledPayrolls(payrollType)).map(({ endDate, ...sum }) => ({
        payrollType,
        endDate,
        ...presentSum(sum),
      })),
    ),
  );
  return found.flat();
}

async function presentApprovals(): Promise<OfficeDashboard['approvals']> {
  const waiting = (await listApprovals()).filter(({ state }) => state === 'waiting');
  const oldest = waiting.at(-1);
  return (
    oldest && {
      waiting: waiting.length,
      amount: dollarsOf(waiting.reduce((sum, { amountCents }) => sum + amountCents, 0)),
      oldestAt: oldest.preparedAt.toISOString(),
    }
  );
}

async function presentFigures(): Promise<OfficeDashboard['figures']> {
  const endDate = today();
  const statsType = STATS_TYPE.site;
  const month = { startDate: `${endDate.slice(0, 8)}01`, endDate };
  const monthBefore = sameDaysOfMonthBefore(month);
  const yesterday = addDays(endDate, -1);
  const { startDate } = monthBefore;
  const days = await readDayFigures({ statsType, staffID: 0, startDate, endDate });
  const period = (range: DayRange) => {
    const within = days.filter(({ day }) => day >= range.startDate && day <= range.endDate);
    return presentPeriod(range, within, statsType);
  };
  const dayOf = (day: BusinessDay) => ({ day, ...period({ startDate: day, endDate: day }).statistics });
  return {
    today: dayOf(endDate),
    yesterday: dayOf(yesterday),
    month: period(month),
    monthBefore: period(monthBefore),
  };
}

async function presentHealth(principal: Principal, { queues, redis, prefix }: Deps) {
  const names = QUEUE_NAMES.filter((name) => mustHave(QUEUE_PERMISSION[name])(principal));
  const [workerAlive, lastEvents, waiting, healths, failed] = await Promise.all([
    isWorkerAlive(redis, prefix),
    lastEventsAt(),
    waitingEvents(),
    Promise.all(names.map((name): Promise<QueueHealth> => queueHealth(queues[name]))),
    presentFailedWork(principal, queues),
  ]);
  return {
    workerAlive,
    lastEventsAt: lastEvents?.toISOString() ?? null,
    waitingEvents: waiting.oldestSince && { ...waiting, oldestSince: waiting.oldestSince.toISOString() },
    queues: healths,
    failedWork: failed.filter(({ count }) => count > 0),
  };
}
