import { dollarsOf, type TrackingSource } from '@partnerdesk/contracts';
import { type SourceFigures, trackingSources } from '@partnerdesk/domain';
import { affiliateOwn } from '../affiliate-own';
import type { AddRoutes } from '../route-deps';

const presentSource = ({ salesCents, payoutCents, ...source }: SourceFigures): TrackingSource => ({
  ...source,
  sales: dollarsOf(salesCents),
  payout: dollarsOf(payoutCents),
});

export const addTrackingSourceRoutes: AddRoutes = (router, { session }) => {
  router.get(
    '/tracking-sources',
    ...affiliateOwn(session, async (affID) => (await trackingSources(affID)).map(presentSource)),
  );
};
