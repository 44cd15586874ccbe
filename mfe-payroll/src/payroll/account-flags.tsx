import type { PayrollRow } from '@partnerdesk/contracts';
import { Badge, daysAgo, useConfiguration } from '@partnerdesk/web';

type Flagged = Pick<
  PayrollRow,
  'accountChangedAt' | 'accountHeld' | 'accountShared' | 'accountReturned' | 'openSignals'
>;

/** What to know of the account before paying to it (docs/RULES.md, Payment details). */
export function AccountFlags(flags: Flagged) {
  const { accountChangedAt, accountHeld, accountShared, accountReturned, openSignals = 0 } = flags;
  const { businessTimezone } = useConfiguration();
  const changed = accountChangedAt && `Account changed ${daysAgo(accountChangedAt, businessTimezone)}`;
  return (
    <>
      {changed && (
        <Badge
          tone="caution"
          title={
            accountHeld ? `${changed}. Not part of all: choose this row by itself to execute it` : changed
          }
        >
          {changed}
          {accountHeld && ', held'}
        </Badge>
      )}{' '}
      {accountShared && (
        <Badge tone="caution" title="Somebody else has the same account or PayPal ID">
          Shared account
        </Badge>
      )}{' '}
      {accountReturned && (
        <Badge tone="caution" title="It would go to the same account again">
          Last payment came back
        </Badge>
      )}{' '}
      {openSignals > 0 && (
        <Badge tone="caution" title="Fraud signals that nobody has reviewed: open the payee to read them">
          {openSignals === 1 ? '1 signal' : `${openSignals} signals`} to review
        </Badge>
      )}
    </>
  );
}

/** The same in a few words, to be counted. */
export function flagsOf(flags: Flagged): string[] {
  return [
    flags.accountChangedAt !== undefined && 'Account changed recently',
    flags.accountHeld && 'Held',
    flags.accountShared && 'Shared account',
    flags.accountReturned && 'Last payment came back',
    flags.openSignals !== undefined && 'Signals to review',
  ].filter((flag) => typeof flag === 'string');
}
