import {
  claimItemCall,
  moderationDecisionsCall,
  moderationProgressCall,
  moderationQueuesCall,
  rejectionReasonsCall,
  releaseItemCall,
  undoDecisionCall,
} from '@partnerdesk/contracts';
import {
  countModerationQueues,
  listUndoable,
  openItem,
  queueProgress,
  releaseItem,
  undoDecision,
} from '@partnerdesk/domain';
import { auditedBy } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentOpened, presentOutcome } from './moderation.presenter';

/** What pictures, profiles and applications have in common: queues, claims, undo, reasons. */
export const addModerationRoutes: AddRoutes = ({ handle }, { env }) => {
  handle(moderationQueuesCall, () => countModerationQueues());
  handle(moderationProgressCall, ({ ctx, query }) => queueProgress(query.queue, auditedBy(ctx).actor.id));
  handle(rejectionReasonsCall, () => env.rejectionReasons);

  handle(claimItemCall, async ({ ctx, body: { kind, id } }) => {
    const { actor } = auditedBy(ctx);
    return presentOpened(kind, id, await openItem(kind, id, actor), actor.id);
  });

  handle(releaseItemCall, async ({ ctx, body: { kind, id } }) => {
    await releaseItem(kind, id, auditedBy(ctx).actor);
    return true;
  });

  handle(moderationDecisionsCall, ({ ctx }) => listUndoable(auditedBy(ctx).actor.id));

  handle(undoDecisionCall, async ({ ctx, body: { decisionID } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    const { others, ...first } = await undoDecision(actor, decisionID, origin);
    return { ...first, others: others.map((outcome) => presentOutcome(ctx, outcome)) };
  });
};
