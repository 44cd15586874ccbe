import { PAYROLLS, type PaidKind, payrollTypeOf } from '@partnerdesk/contracts';
import {
  Button,
  EntriesDialog,
  formatDay,
  formatUsd,
  Link,
  type OpenedEntries,
  Panel,
  PaymentChangesView,
  QueryView,
  useConfiguration,
  useMayOpen,
} from '@partnerdesk/web';
import { useState } from 'react';
import { useGetAccountFiguresQuery } from '../accounts.api';

/** The last payments, and the entries behind each and behind the balance; the entries for those with payroll only. */
export function PaymentsPanel({ kind, id }: { kind: PaidKind; id: number }) {
  const query = useGetAccountFiguresQuery({ kind, id });
  const [opened, setOpened] = useState<OpenedEntries>();
  const { today } = useConfiguration();
  const type = payrollTypeOf(kind);
  const { path, id: idName } = PAYROLLS[type];
  const mayOpen = useMayOpen()(path);
  const entries = (what: OpenedEntries) =>
    mayOpen && (
      <Button
        variant="link"
        size="sm"
        aria-label={`Entries of ${what.title}`}
        onClick={() => setOpened({ ...what, title: `Entries of ${what.title}` })}
      >
        Entries
      </Button>
    );
  return (
    <Panel title="Payments" className="acc-section">
      <QueryView query={query} failure="The payments could not be loaded.">
        {({ balance, payouts }) => (
          <>
            <ul className="acc-payouts">
              <li>
                <span>Earned and unpaid</span>
                <strong>{formatUsd(balance)}</strong>
                {entries({ title: 'the balance', payrollType: type, personID: id, endDate: today })}
              </li>
              {payouts.map(({ payrollID, startPeriod, endPeriod, amount }) => (
                <li key={payrollID}>
                  <span>
                    {mayOpen ? (
                      <Link to={`/statement?payrollID=${payrollID}`}>Payment {payrollID}</Link>
                    ) : (
                      `Payment ${payrollID}`
                    )}{' '}
                    {formatDay(startPeriod)} – {formatDay(endPeriod)}
                  </span>
                  <strong>{formatUsd(amount)}</strong>
                  {entries({ title: `payment ${payrollID}`, payrollID })}
                </li>
              ))}
            </ul>
            {payouts.length === 0 && <p className="pd-panel-muted">Nothing was executed yet.</p>}
            {mayOpen && (
              <p>
                <Link to={`${path}?${idName}=${id}`}>Payroll of this person</Link>
              </p>
            )}
          </>
        )}
      </QueryView>
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

/** How the payment details changed, and who else has the same (docs/RULES.md, Payment details). */
export function ChangesPanel({ kind, id }: { kind: PaidKind; id: number }) {
  return (
    <Panel title="Payment details" className="acc-section">
      <PaymentChangesView kind={kind} id={id} />
    </Panel>
  );
}
