import type { OfficeDashboard, PayrollSchedule } from '@partnerdesk/contracts';
import { formatCount, formatDay, formatUsd, Panel } from '@partnerdesk/web';
import { MenuLink } from '../menus/menu-link';

/** What is to be paid by when. */
export function PayrollDue({ due }: { due: NonNullable<OfficeDashboard['payrollDue']> }) {
  return (
    <Panel title="Payroll due">
      <div className="pd-table-frame">
        <table className="table pd-table pd-table-breaking">
          <caption className="visually-hidden">Payroll due</caption>
          <thead>
            <tr>
              <th scope="col">Payroll</th>
              <th scope="col" className="pd-numeric">
                Persons
              </th>
              <th scope="col" className="pd-numeric">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            <DueRow label="Affiliates" path="/affiliate-payroll" due={due.affiliates} />
            <DueRow label="Operators" path="/operators-payroll" due={due.operators} />
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function DueRow({ label, path, due }: { label: string; path: string; due: PayrollSchedule }) {
  return (
    <tr>
      <th scope="row">
        <MenuLink path={path} className="">
          {label}
        </MenuLink>
        <div className="pd-field-hint">
          pay by {formatDay(due.dueDate)}
          {due.overdue && <strong className="text-danger"> overdue</strong>}
        </div>
      </th>
      <td className="pd-numeric">{formatCount(due.persons)}</td>
      <td className="pd-numeric">{formatUsd(due.amount)}</td>
    </tr>
  );
}
