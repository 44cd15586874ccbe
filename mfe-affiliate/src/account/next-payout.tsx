import type { BusinessDay } from '@partnerdesk/contracts';
import { formatDay, useSession } from '@partnerdesk/web';
import type { ReactNode } from 'react';

/** When the next payout is. There is none without payment details: `details` names them, with the way to them. */
export function NextPayout({ date, details }: { date: BusinessDay; details: ReactNode }) {
  const isMissing = useSession()?.paymentInfoSet === false;
  return (
    <>
      <dt>Next payout</dt>
      <dd>{isMissing ? 'None yet' : formatDay(date)}</dd>
      <dd className="pd-figure-note">{isMissing ? <>{details} are missing</> : 'at the latest'}</dd>
    </>
  );
}
