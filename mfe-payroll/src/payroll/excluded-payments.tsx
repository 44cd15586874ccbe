import { EXCLUDED_PAGE, type PayFile } from '@partnerdesk/contracts';
import { Button, formatCount, formatUsd, Pager, QueryView } from '@partnerdesk/web';
import { useState } from 'react';
import { useGetExcludedPaymentsQuery } from './payroll.api';
import { counted } from './texts';

/** Who could not be in a pay file: counted by reason, and listed one by one when asked for. */
export function ExcludedPayments({ payFileID, excluded }: Pick<PayFile, 'payFileID' | 'excluded'>) {
  const [listed, setListed] = useState(false);
  const total = excluded.reduce((sum, { payments }) => sum + payments, 0);
  if (total === 0) return null;
  return (
    <details>
      <summary>{formatCount(total)} could not be in it</summary>
      <ul>
        {excluded.map(({ reason, payments, amount }) => (
          <li key={reason}>
            {counted(payments, 'payment')}, {formatUsd(amount)}: {reason}
          </li>
        ))}
      </ul>
      {listed ? (
        <ExcludedList payFileID={payFileID} total={total} />
      ) : (
        <Button variant="outline-primary" size="sm" onClick={() => setListed(true)}>
          List them
        </Button>
      )}
    </details>
  );
}

function ExcludedList({ payFileID, total }: { payFileID: number; total: number }) {
  const [page, setPage] = useState(1);
  const query = useGetExcludedPaymentsQuery({ payFileID, page });
  return (
    <>
      <QueryView query={query} failure="They could not be listed.">
        {(payments) => (
          <ul>
            {payments.map(({ payrollID, personID, name, amount, reason }) => (
              <li key={payrollID}>
                {name} (ID {personID}), {formatUsd(amount)}: {reason}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <Pager page={page} pages={Math.ceil(total / EXCLUDED_PAGE)} onPage={setPage} />
    </>
  );
}
