import {
  accountPath,
  PAYROLLS,
  type PayeePayments,
  type PayrollType,
  personNameOf,
} from '@partnerdesk/contracts';
import {
  Button,
  Dialog,
  Facts,
  formatDay,
  formatUsd,
  Link,
  PaymentChangesView,
  QueryView,
  useConfiguration,
  useSession,
} from '@partnerdesk/web';
import { X } from '@partnerdesk/web/icons';
import { Timeline } from '@partnerdesk/web/parts';
import { useEffect, useRef } from 'react';
import { PaymentState, StatementLink } from './payment-cells';
import { useGetPayeeQuery } from './payroll.api';
import { AccountFlags, PaymentCell, type RowFact } from './row-columns';
import { SCREEN_TEXTS } from './texts';
import { useIsWide } from './use-payee';

interface PayeePanelProps {
  payrollType: PayrollType;
  personID: number;
  /** As the row that was opened says it; undefined while it is not there. */
  name: string | undefined;
  facts: readonly RowFact[];
  onClose: () => void;
}

/**
 * A payee beside the rows: the rest of the row, where they are paid to, their payments, and how their payment details
 * changed. Where there is no room beside the rows it lies over them.
 */
export function PayeePanel(props: PayeePanelProps) {
  const { payrollType, personID, name, onClose } = props;
  const isWide = useIsWide();
  const title = name ? `${name} (ID ${personID})` : `${SCREEN_TEXTS[payrollType].person} ${personID}`;
  if (!isWide) {
    return (
      <Dialog title={title} onClose={onClose}>
        <PayeeDetails {...props} />
      </Dialog>
    );
  }
  return <Beside {...props} title={title} />;
}

/** Takes the focus when it opens, or another payee does; Escape closes it. */
function Beside({ title, ...props }: PayeePanelProps & { title: string }) {
  const { personID, onClose } = props;
  const headingRef = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each payee
  useEffect(() => headingRef.current?.focus({ preventScroll: true }), [personID]);
  return (
    <section
      className="pay-payee"
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="pd-panel-header">
        <h3 ref={headingRef} tabIndex={-1}>
          {title}
        </h3>
        <Button variant="" size="sm" className="pd-icon-button" onClick={onClose} aria-label="Close payee">
          <X size={18} />
        </Button>
      </div>
      <PayeeDetails key={personID} {...props} />
    </section>
  );
}

function PayeeDetails({ payrollType, personID, facts }: PayeePanelProps) {
  const query = useGetPayeeQuery({ payrollType, personID }, { refetchOnMountOrArgChange: true });
  return (
    <div className="pay-payee-details">
      {facts.length > 0 && <Facts className="pay-facts" facts={facts} />}
      <QueryView query={query} failure="The payee could not be loaded.">
        {(payee) => <Payee payee={payee} payrollType={payrollType} personID={personID} />}
      </QueryView>
    </div>
  );
}

interface PayeeProps extends Pick<PayeePanelProps, 'payrollType' | 'personID'> {
  payee: PayeePayments;
}

function Payee({ payee, payrollType, personID }: PayeeProps) {
  const { idName } = SCREEN_TEXTS[payrollType];
  const seesAccounts = useSession()?.permissions.includes('accounts') ?? false;
  const { payee: kind, path } = PAYROLLS[payrollType];
  return (
    <>
      <h4>Account</h4>
      <Facts
        className="pay-facts"
        facts={[
          ['Name', personNameOf(payee)],
          ['Paid by', <PaymentCell key="payment" {...payee} />],
          ['Commission', `${payee.commission}%`],
          ['Open today', formatUsd(payee.balance)],
        ]}
      />
      <p>
        <AccountFlags {...payee} />
      </p>
      {payee.signals && (
        <ul className="pay-signals" aria-label="Signals to review">
          {payee.signals.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p className="pay-actions">
        <Link to={`${path}?view=adjustments&${idName}=${personID}`}>Adjust the balance</Link>
        {seesAccounts && <Link to={accountPath(kind, personID)}>Open the account</Link>}
      </p>
      <h4>Payments</h4>
      <Payments payee={payee} />
      <h4>Payment details</h4>
      {seesAccounts ? (
        <PaymentChangesView kind={kind} id={personID} />
      ) : (
        <p className="pd-panel-muted">Their changes are shown to those with the permission accounts.</p>
      )}
    </>
  );
}

function Payments({ payee: { payments } }: Pick<PayeeProps, 'payee'>) {
  const { businessTimezone } = useConfiguration();
  if (payments.length === 0) return <p className="pd-panel-muted">Nothing was executed yet.</p>;
  return (
    <Timeline
      label="Payments"
      entries={payments.map((payment) => ({
        key: payment.payrollID,
        when: `${formatDay(payment.startPeriod)} to ${formatDay(payment.endPeriod)}`,
        title: (
          <>
            <strong>{formatUsd(payment.amount)}</strong>{' '}
            <PaymentState row={payment} timeZone={businessTimezone} />
          </>
        ),
        details: (
          <>
            Payment {payment.payrollID}, <StatementLink payrollID={payment.payrollID} />
          </>
        ),
      }))}
    />
  );
}
