import {
  countModerationQueues,
  listUndoable,
  openItem,
  queueProgress,
  releaseItem,
  undoDecision,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import { permit } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { mayModerate } from './moderation.policy';
import { presentOpened, presentOutcome } from './moderation.presenter';
import { itemBody, progressQuery, undoBody } from './moderation.schema';

/** What pictures, profiles and applications have in common: queues, claims, undo, reasons. */
export const addModerationRoutes: AddRoutes = (router, { session, env }) => {
  const moderator = [session, permit(mayModerate)] as const;

  router.get('/moderation-queues', ...moderator, async (ctx) => {
    ctx.body = await countModerationQueues();
  });

  router.get('/moderation-progress', ...moderator, validQuery(progressQuery), async (ctx) => {
    ctx.body = await queueProgress(ctx.state.query.queue, auditedBy(ctx).actor.id);
  });

  router.get('/rejection-reasons', ...moderator, (ctx) => {
    ctx.body = env.rejectionReasons;
  });

  router.post('/claim-item', ...moderator, validBody(itemBody), async (ctx) => {
    const { kind, id } = ctx.state.body;
    const { actor } = auditedBy(ctx);
    ctx.body = presentOpened(kind, id, await openItem(kind, id, actor), actor.id);
  });

  router.post('/release-item', ...moderator, validBody(itemBody), async (ctx) => {
    const { kind, id } = ctx.state.body;
    await releaseItem(kind, id, auditedBy(ctx).actor);
    ctx.body = true;
  });

  router.get('/moderation-decisions', ...moderator, async (ctx) => {
    ctx.body = await listUndoable(auditedBy(ctx).actor.id);
  });

  router.post('/undo-decision', ...moderator, validBody(undoBody), async (ctx) => {
    const { actor, ...origin } = auditedBy(ctx);
    const { decisionID } = ctx.state.body;
    const { others, ...first } = await undoDecision(actor, decisionID, origin);
    ctx.body = { ...first, others: others.map((outcome) => presentOutcome(ctx, outcome)) };
  });
};
