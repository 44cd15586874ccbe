import {
  allowedPage,
  type CampaignInput,
  type Campaigns,
  MAX_CAMPAIGN_NAME,
  MAX_TRACKING_ID,
  SUB_IDS,
} from '@partnerdesk/contracts';
import { readCampaigns, removeCampaign, saveCampaign } from '@partnerdesk/domain';
import type { Env } from '@partnerdesk/node';
import Joi from 'joi';
import { auditedBy, principalOf } from '../../context';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';

/** Control characters, and halves of letters: no address carries them. */
const NO_TEXT = /[\p{Cc}\p{Cs}]/u;

const plain = (most: number) =>
  Joi.string()
    .trim()
    .max(most)
    .pattern(NO_TEXT, { invert: true })
    .messages({
      'string.max': `Please enter at most ${most} characters`,
      'string.pattern.invert.base': 'Please leave out control characters',
    });
const mark = plain(MAX_TRACKING_ID).allow('').default('');

const campaignBody = ({ deepLinkPages }: Env) =>
  Joi.object({
    name: plain(MAX_CAMPAIGN_NAME).required().messages({ 'string.empty': 'Please enter a name' }),
    ...{ tid: mark, lp: mark },
    ...Object.fromEntries(SUB_IDS.map((id) => [id, mark])),
    to: Joi.string()
      .trim()
      .allow('')
      .default('')
      .custom(
        (text: string, helpers) =>
          allowedPage(text, deepLinkPages) ??
          helpers.message({ custom: 'Links may not lead to this page of the service' }),
      ),
  });

const idQuery = Joi.object({ campaignID: Joi.string().max(100).required() });

/** The signed-in affiliate's saved links (docs/RULES.md, Clicks). */
export const addCampaignRoutes: AddRoutes = (router, { env }) => {
  const answer = async (affID: number): Promise<Campaigns> => ({
    campaigns: await readCampaigns(affID),
    pages: env.deepLinkPages,
  });

  router.get('/campaigns', async (ctx) => {
    ctx.body = await answer(principalOf(ctx).affID);
  });

  router.post('/campaigns', validBody(campaignBody(env)), async (ctx) => {
    const { affID } = principalOf(ctx);
    await saveCampaign(affID, ctx.state.body as CampaignInput, auditedBy(ctx));
    ctx.body = await answer(affID);
  });

  router.delete('/campaigns', validQuery(idQuery), async (ctx) => {
    const { affID } = principalOf(ctx);
    await removeCampaign(affID, ctx.state.query.campaignID, auditedBy(ctx));
    ctx.body = await answer(affID);
  });
};
