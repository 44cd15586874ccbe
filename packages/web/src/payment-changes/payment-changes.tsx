import {
  ACH_ACCOUNT_TYPE_TEXT,
  accountPath,
  type MaskedDetails,
  type PaidKind,
  type PaymentChangeRow,
  paymentChangesCall,
  paymentTypeText,
} from '@partnerdesk/contracts';
import { api, ask, formatDay, Link, Moment, QueryView } from '@partnerdesk/web/core';
import { Timeline } from '../parts/timeline';

const paymentChangesApi = api.enhanceEndpoints({ addTagTypes: ['History'] }).injectEndpoints({
  endpoints: (build) => ({
    getPaymentChanges: build.query({
      ...ask(paymentChangesCall, (query: { kind: PaidKind; id: number }) => ({ query }), { quiet: true }),
      providesTags: ['History'],
    }),
  }),
});

export const { useGetPaymentChangesQuery } = paymentChangesApi;

/** How somebody's payment details changed, and who else has the same (docs/RULES.md, Payment details). */
export function PaymentChangesView({ kind, id }: { kind: PaidKind; id: number }) {
  const query = useGetPaymentChangesQuery({ kind, id });
  return (
    <QueryView query={query} failure="The changes could not be loaded.">
      {({ changes, shared, heldUntil }) => (
        <>
          {shared.map((other) => (
            <p key={`${other.kind}${other.id}`} className="pd-warning">
              The same {other.same === 'account' ? 'account' : 'PayPal ID'} as{' '}
              <Link to={accountPath(other.kind, other.id)}>
                {other.kind} {other.id} {other.name}
              </Link>
            </p>
          ))}
          {heldUntil && (
            <p className="pd-warning">
              Changed recently: until {formatDay(heldUntil)} a payroll pays this person only if chosen by
              itself.
            </p>
          )}
          {changes.length === 0 ? (
            <p className="pd-panel-muted">They have not changed yet.</p>
          ) : (
            <Timeline
              label="Changes of the payment details"
              entries={changes.map((change) => ({
                key: change.at,
                when: <Moment at={change.at} />,
                ...describeChange(change),
              }))}
            />
          )}
        </>
      )}
    </QueryView>
  );
}

const WHO = { affiliate: 'the affiliate', support: 'support', import: 'an import' } as const;

function describeChange({ origin, by, before, after }: PaymentChangeRow) {
  return {
    title: (
      <>
        <strong>{by || WHO[origin]}</strong> {before ? 'changed them' : 'added them'}
        {by && ` (${WHO[origin]})`}
      </>
    ),
    details: (
      <>
        {before && <div>Before: {inWords(before)}</div>}
        <div>
          {before && 'Now: '}
          {inWords(after)}
        </div>
      </>
    ),
  };
}

function inWords(details: MaskedDetails): string {
  const { paymentType, payPalID, achName, achAccountType, achRoutingNumber, achAccountNumber } = details;
  const parts = [
    paymentTypeText(paymentType),
    payPalID,
    ACH_ACCOUNT_TYPE_TEXT[achAccountType],
    achAccountNumber,
    achRoutingNumber && `at ${achRoutingNumber}`,
    achName,
  ];
  return parts.filter(Boolean).join(', ');
}
