import { type AffiliateTerms, ratesText } from '@partnerdesk/contracts';
import { formatDay, Panel, QueryView, useAffiliateId } from '@partnerdesk/web';
import { useGetTermsQuery } from './account.api';

/** What the affiliate earns, since when and from when on; read-only (docs/RULES.md, Terms). */
export function TermsPanel() {
  const query = useGetTermsQuery(useAffiliateId());
  return (
    <Panel title="Commission">
      <QueryView query={query} failure="Your terms could not be loaded.">
        {(terms) => <Periods terms={terms} />}
      </QueryView>
      <p className="pd-field-hint">
        The day of a sale decides. What was posted keeps its rate; a refund takes back what its sale earned.
      </p>
    </Panel>
  );
}

function Periods({ terms: { today, periods } }: { terms: AffiliateTerms }) {
  return (
    <ul className="aff-periods">
      {periods.map(({ from, rates }, index) => {
        const next = periods[index + 1]?.from;
        const isNow = from <= today && (next === undefined || next > today);
        return (
          <li key={from} aria-current={isNow || undefined}>
            <span>{from ? `From ${formatDay(from)}` : 'From the start'}</span>
            <span>
              <strong>{ratesText(rates)}</strong>
              {isNow && ' today'}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
