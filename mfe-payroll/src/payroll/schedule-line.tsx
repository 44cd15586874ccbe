import type { PayrollType } from '@partnerdesk/contracts';
import { Badge, Button, formatDay, formatUsd } from '@partnerdesk/web';
import { useGetScheduleQuery } from './payroll.api';
import { counted } from './texts';

/** What is due and when (docs/PRODUCT.md §9, schedules). */
export function ScheduleLine({ payrollType }: { payrollType: PayrollType }) {
  const { data, isError, refetch } = useGetScheduleQuery(payrollType);
  if (!data) {
    return isError ? (
      <>
        What is due could not be loaded.{' '}
        <Button variant="link" size="sm" className="p-0" onClick={refetch}>
          Retry
        </Button>
      </>
    ) : (
      <span className="pd-skeleton" aria-hidden="true">
        <span>$0.00 to 40 people due by Jan 20, 2000, for the period through Jan 31, 2000</span>
      </span>
    );
  }
  const { dueDate, endDate, persons, amount, overdue } = data;
  const what = persons ? `${formatUsd(amount)} to ${counted(persons, 'person')}` : 'Nothing';
  return (
    <>
      {overdue && <Badge tone="caution">Overdue</Badge>} {what} due by {formatDay(dueDate)}, for the period
      through {formatDay(endDate)}
    </>
  );
}
