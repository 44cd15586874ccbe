import type { PayrollType } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd } from '@partnerdesk/web';
import { useGetScheduleQuery } from './payroll.api';

/** What is due and when (spec §9, schedules). */
export function ScheduleLine({ payrollType }: { payrollType: PayrollType }) {
  const { data } = useGetScheduleQuery(payrollType);
  if (!data) return null;
  const { dueDate, endDate, persons, amount, overdue } = data;
  const what = persons
    ? `${formatUsd(amount)} to ${formatCount(persons)} ${persons === 1 ? 'person' : 'persons'}`
    : 'Nothing';
  return (
    <>
      {overdue && <span className="pay-badge pay-badge-warn">Overdue</span>} {what} due by{' '}
      {formatDay(dueDate)}, for the period through {formatDay(endDate)}
    </>
  );
}
