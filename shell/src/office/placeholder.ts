import type { OfficeDashboard, PayrollSchedule, Permission, StatisticsPeriod } from '@partnerdesk/contracts';

const items = { count: 0, oldest: null };
const schedule: PayrollSchedule = { dueDate: '', endDate: '', persons: 1, amount: 0, overdue: false };
const period: StatisticsPeriod = { startDate: '2000-01-01', endDate: '2000-01-07', statistics: {}, days: [] };

/** The parts that these permissions will get, with nothing in them: what the skeleton is drawn from. */
export function placeholderFor(permissions: readonly Permission[]): OfficeDashboard {
  return {
    ...(permissions.includes('moderation') && {
      waiting: {
        photoIds: items,
        profilePics: items,
        galleryPics: items,
        memberPics: items,
        profiles: items,
        staff: items,
      },
      ownDecisions: { today: 0, latest: [] },
    }),
    ...(permissions.includes('payroll') && { payrollDue: { affiliates: schedule, operators: schedule } }),
    ...(permissions.includes('statistics') && {
      figures: { today: { day: '' }, yesterday: { day: '' }, month: period, monthBefore: period },
    }),
    health: { workerAlive: true, lastEventsAt: null, waitingEvents: null, queues: [], failedWork: [] },
  };
}
