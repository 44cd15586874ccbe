import type { OfficeDashboard } from '@partnerdesk/contracts';
import { formatInstant, formatUsd, Panel, useConfiguration } from '@partnerdesk/web';
import { MenuLink } from '../menus/menu-link';

/** What waits for a second person to approve it. */
export function WaitingApprovals({ approvals }: { approvals: NonNullable<OfficeDashboard['approvals']> }) {
  const { businessTimezone } = useConfiguration();
  const { waiting, amount, oldestAt } = approvals;
  return (
    <Panel title="Waiting for approval">
      <p>
        <MenuLink path="/payroll-approvals" className="">
          {waiting === 1 ? '1 request' : `${waiting} requests`}
        </MenuLink>
        , {formatUsd(amount)}, the oldest since {formatInstant(oldestAt, businessTimezone)}
      </p>
    </Panel>
  );
}
