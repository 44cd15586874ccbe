import { dollarsOf, type TrackingSource, trackingSourcesCall } from '@partnerdesk/contracts';
import { addClicks, type SourceFigures, trackingSources } from '@partnerdesk/domain';
import type { AddRoutes } from '../route-deps';

const presentSource = ({ salesCents, payoutCents, ...source }: SourceFigures): TrackingSource => ({
  ...source,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

export const addTrackingSourceRoutes: AddRoutes = ({ handle }, { clicks }) => {
  handle(trackingSourcesCall, async ({ query }) => {
    await clicks.drain(addClicks);
    return (await trackingSources(query.affiliateID)).map(presentSource);
  });
};
