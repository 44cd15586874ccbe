import {
  type OfficeDashboard,
  PAYROLL_TYPE,
  PAYROLLS,
  type PayrollSchedule,
  type PayrollType,
} from '@partnerdesk/contracts';
import { Badge, formatCount, formatDay, formatUsd, Panel } from '@partnerdesk/web';
import { ScreenLink } from '../menus/screen-link';

/** What is to be paid by when, and the way to pay it; what is due first has the primary button. */
export function PayrollDue({ due }: { due: NonNullable<OfficeDashboard['payrollDue']> }) {
  const rows = [
    { payroll: PAYROLLS[PAYROLL_TYPE.affiliates], schedule: due.affiliates },
    { payroll: PAYROLLS[PAYROLL_TYPE.operators], schedule: due.operators },
  ];
  const [next] = rows
    .filter(({ schedule }) => schedule.persons > 0)
    .sort((one, other) => one.schedule.dueDate.localeCompare(other.schedule.dueDate));
  return (
    <Panel title="Payroll due">
      <ul className="sh-due">
        {rows.map((row) => (
          <DueRow key={row.payroll.path} {...row} isNext={row === next} />
        ))}
      </ul>
    </Panel>
  );
}

interface DueRowProps {
  payroll: (typeof PAYROLLS)[PayrollType];
  schedule: PayrollSchedule;
  isNext: boolean;
}

function DueRow({ payroll: { people: label, page }, schedule, isNext }: DueRowProps) {
  const { persons, amount, endDate, dueDate, overdue } = schedule;
  const path = `${page}/${endDate}`;
  return (
    <li>
      <div>
        <h3>{label}</h3>
        <ScreenLink path={path} className="sh-due-amount">
          {formatUsd(amount)}
        </ScreenLink>
        <div className="pd-panel-muted">
          {persons === 1 ? '1 person' : `${formatCount(persons)} people`}, pay by {formatDay(dueDate)}{' '}
          {overdue && <Badge tone="bad">Overdue</Badge>}
        </div>
      </div>
      {persons > 0 && (
        <ScreenLink path={path} className={`btn btn-sm ${isNext ? 'btn-primary' : 'btn-outline-primary'}`}>
          Pay {label.toLowerCase()}
        </ScreenLink>
      )}
    </li>
  );
}
