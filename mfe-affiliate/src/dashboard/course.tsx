import type { AffiliateActivity } from '@partnerdesk/contracts';
import { QueryView, useAffiliateId } from '@partnerdesk/web';
import { useGetActivityQuery } from './dashboard.api';
import { LinkChart } from './link-chart';
import { LiveFeed } from './live-feed';
import { Onboarding } from './onboarding';

/** How it goes: the steps to the first payout until that is made, and from the first click on the chart and what comes. */
export function Course() {
  const query = useGetActivityQuery(useAffiliateId());
  return (
    // Somebody may be typing the name of a first link.
    <QueryView query={query} failure="What came of your links could not be loaded." stays>
      {(activity) => <Parts activity={activity} />}
    </QueryView>
  );
}

function Parts({ activity }: { activity: AffiliateActivity }) {
  const { clicks, joins, payments } = activity.progress;
  return (
    <>
      {payments === 0 && <Onboarding progress={activity.progress} />}
      {clicks + joins > 0 && (
        <div className="aff-course">
          <LinkChart />
          <LiveFeed activity={activity} />
        </div>
      )}
    </>
  );
}
