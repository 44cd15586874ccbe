import {
  ACH_ACCOUNT_TYPE_TEXT,
  type MaskedDetails,
  PAYMENT_TYPE,
  type PaidKind,
  type PaymentChangeRow,
  paymentTypeText,
  type SharedAccount,
} from '@partnerdesk/contracts';
import { formatDay, formatMoment, Link, Panel, QueryView, useConfiguration } from '@partnerdesk/web';
import { useGetPaymentChangesQuery } from '../accounts.api';

/** How the payment details changed, and who else has the same (docs/RULES.md, Payment details). */
export function ChangesPanel({ kind, id }: { kind: PaidKind; id: number }) {
  const query = useGetPaymentChangesQuery({ kind, id });
  return (
    <Panel title="Payment details" className="acc-section">
      <QueryView query={query} failure="The changes could not be loaded.">
        {({ changes, shared, heldUntil }) => (
          <>
            {shared.map((other) => (
              <p key={`${other.kind}${other.id}`} className="pd-warning">
                <SharedLine other={other} />
              </p>
            ))}
            {heldUntil && (
              <p className="pd-warning">
                Changed lately: until {formatDay(heldUntil)} a payroll pays this person only if chosen by
                itself.
              </p>
            )}
            {changes.length === 0 && <p className="pd-panel-muted">They have not changed yet.</p>}
            <ol className="acc-history">
              {changes.map((change) => (
                <li key={change.at}>
                  <ChangeLine change={change} />
                </li>
              ))}
            </ol>
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function SharedLine({ other: { kind, id, name, same } }: { other: SharedAccount }) {
  const path = kind === 'affiliate' ? '/affiliates' : '/staff';
  return (
    <>
      The same {same === 'account' ? 'account' : 'PayPal ID'} as{' '}
      <Link to={`${path}?type=1&q=${id}&id=${id}`}>
        {kind} {id} {name}
      </Link>
    </>
  );
}

const WHO = { affiliate: 'the affiliate', support: 'support', import: 'an import' } as const;

function ChangeLine({ change: { at, origin, by, before, after } }: { change: PaymentChangeRow }) {
  const { businessTimezone } = useConfiguration();
  return (
    <>
      <div>
        <strong>{by || WHO[origin]}</strong> {before ? 'changed them' : 'added them'}
        {by && ` (${WHO[origin]})`} · <time dateTime={at}>{formatMoment(at, businessTimezone)}</time>
      </div>
      {before && <div className="pd-panel-muted">Before: {inWords(before)}</div>}
      <div>
        {before && 'Now: '}
        {inWords(after)}
      </div>
    </>
  );
}

function inWords(details: MaskedDetails): string {
  const { paymentType, payPalID, achName, achAccountType, achRoutingNumber, achAccountNumber } = details;
  const parts = [
    paymentType === PAYMENT_TYPE.unknown ? 'Unknown' : paymentTypeText(paymentType),
    payPalID,
    ACH_ACCOUNT_TYPE_TEXT[achAccountType],
    achAccountNumber,
    achRoutingNumber && `at ${achRoutingNumber}`,
    achName,
  ];
  return parts.filter(Boolean).join(', ');
}
