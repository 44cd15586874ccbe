import type { PayrollType } from '@partnerdesk/contracts';
import { Badge, formatDay, formatUsd } from '@partnerdesk/web';
import { useGetScheduleQuery } from './payroll.api';
import { counted } from './texts';

/** What is due and when (docs/PRODUCT.md §9, schedules). */
export function ScheduleLine({ payrollType }: { payrollType: PayrollType }) {
  const { data } = useGetScheduleQuery(payrollType);
  if (!data) return null;
  const { dueDate, endDate, persons, amount, overdue } = data;
  const what = persons ? `${formatUsd(amount)} to ${counted(persons, 'person')}` : 'Nothing';
  return (
    <>
      {overdue && <Badge tone="caution">Overdue</Badge>} {what} due by {formatDay(dueDate)}, for the period
      through {formatDay(endDate)}
    </>
  );
}
