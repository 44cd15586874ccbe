import { type Campaigns, campaignsCall, removeCampaignCall, saveCampaignCall } from '@partnerdesk/contracts';
import { readCampaigns, removeCampaign, saveCampaign } from '@partnerdesk/domain';
import { auditedBy, principalOf } from '../../context';
import type { AddRoutes } from '../route-deps';

/** The signed-in affiliate's saved links (docs/RULES.md, Clicks). */
export const addCampaignRoutes: AddRoutes = ({ handle }, { env }) => {
  const answer = async (affID: number): Promise<Campaigns> => ({
    campaigns: await readCampaigns(affID),
    pages: env.deepLinkPages,
  });

  handle(campaignsCall, ({ ctx }) => answer(principalOf(ctx).affID));

  handle(saveCampaignCall, async ({ ctx, body }) => {
    const { affID } = principalOf(ctx);
    await saveCampaign(affID, body, auditedBy(ctx));
    return answer(affID);
  });

  handle(removeCampaignCall, async ({ ctx, query }) => {
    const { affID } = principalOf(ctx);
    await removeCampaign(affID, query.campaignID, auditedBy(ctx));
    return answer(affID);
  });
};
