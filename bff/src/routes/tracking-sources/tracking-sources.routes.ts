import { dollarsOf, type TrackingSource } from '@partnerdesk/contracts';
import { addClicks, type SourceFigures, trackingSources } from '@partnerdesk/domain';
import { addAffiliateOwn } from '../affiliate-own';
import type { AddRoutes } from '../route-deps';

const presentSource = ({ salesCents, payoutCents, ...source }: SourceFigures): TrackingSource => ({
  ...source,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

export const addTrackingSourceRoutes: AddRoutes = (router, deps) => {
  addAffiliateOwn(router, deps, '/tracking-sources', async (affID) => {
    await deps.clicks.drain(addClicks);
    return (await trackingSources(affID)).map(presentSource);
  });
};
