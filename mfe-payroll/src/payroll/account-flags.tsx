import type { PayrollRow } from '@partnerdesk/contracts';
import { Badge, type Column, daysAgo, useConfiguration } from '@partnerdesk/web';

/** What to know of the account before paying to it (docs/RULES.md, Payment details). */
export const ACCOUNT_COLUMN: Column<PayrollRow> = {
  key: 'account',
  header: 'Account',
  cell: (row) => <AccountFlags row={row} />,
};

function AccountFlags({ row: { accountChangedAt, accountHeld, accountShared } }: { row: PayrollRow }) {
  const { businessTimezone } = useConfiguration();
  return (
    <>
      {accountChangedAt && (
        <Badge
          tone="caution"
          {...(accountHeld && { title: 'Not part of all: choose this row by itself to pay it' })}
        >
          Account changed {daysAgo(accountChangedAt, businessTimezone)}
          {accountHeld && ', held'}
        </Badge>
      )}{' '}
      {accountShared && (
        <Badge tone="caution" title="Somebody else has the same account or PayPal ID">
          Shared account
        </Badge>
      )}
    </>
  );
}
