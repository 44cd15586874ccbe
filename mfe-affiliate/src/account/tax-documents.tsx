import { addressOf, affiliateTaxFormCall } from '@partnerdesk/contracts';
import { ErrorState, formatUsd, Loading, Panel, useAffiliateId } from '@partnerdesk/web';
import { useGetTaxFormsQuery } from './account.api';

/** Forms 1099-NEC to open and print (docs/RULES.md, Year end); nothing without any. */
export function TaxDocuments() {
  const affiliateID = useAffiliateId();
  const { data = [], isLoading, isError, refetch } = useGetTaxFormsQuery(affiliateID);
  if (isLoading) return <Loading />;
  if (isError)
    return (
      <Panel title="Tax documents">
        <ErrorState text="Your tax documents could not be loaded." onRetry={refetch} />
      </Panel>
    );
  if (data.length === 0) return null;
  return (
    <Panel title="Tax documents">
      <ul className="mb-0">
        {data.map(({ year, amount }) => (
          <li key={year}>
            <a
              href={addressOf(affiliateTaxFormCall, { query: { affiliateID, year } })}
              target="_blank"
              rel="noreferrer"
            >
              Form 1099-NEC of {year}
            </a>{' '}
            {formatUsd(amount)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
