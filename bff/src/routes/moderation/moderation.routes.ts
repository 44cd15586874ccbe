import {
  claimItemCall,
  lookAtItemCall,
  moderationChangesCall,
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
import { look, lookAway } from '@partnerdesk/queues';
import { auditedBy } from '../../context';
import { answerStream } from '../../live/answer-stream';
import { mustHave } from '../../middleware/policy';
import type { AddRoutes } from '../route-deps';
import { presentOpened, presentOutcome } from './moderation.presenter';

/** What pictures, profiles and applications have in common: queues, claims, undo, reasons. */
export const addModerationRoutes: AddRoutes = ({ handle }, deps) => {
  const { env, redis, prefix } = deps;
  handle(moderationQueuesCall, () => countModerationQueues());
  handle(moderationProgressCall, ({ ctx, query }) => queueProgress(query.queue, auditedBy(ctx).actor.id));
  handle(rejectionReasonsCall, () => env.rejectionReasons);

  handle(claimItemCall, async ({ ctx, body: { kind, id } }) => {
    const { actor } = auditedBy(ctx);
    const opened = await openItem(kind, id, actor);
    await look(redis, { kind, id, moderator: actor }, prefix);
    return presentOpened(kind, id, opened, actor.id);
  });

  handle(releaseItemCall, async ({ ctx, body: { kind, id } }) => {
    const { actor } = auditedBy(ctx);
    await releaseItem(kind, id, actor);
    await lookAway(redis, { kind, id, moderator: actor }, prefix);
    return true;
  });

  handle(lookAtItemCall, async ({ ctx, body: { kind, id } }) => {
    await look(redis, { kind, id, moderator: auditedBy(ctx).actor }, prefix);
    return true;
  });

  handle(moderationChangesCall, ({ ctx }) =>
    answerStream(ctx, deps, { allows: mustHave('moderation'), about: 'queues' }),
  );

  handle(moderationDecisionsCall, ({ ctx }) => listUndoable(auditedBy(ctx).actor.id));

  handle(undoDecisionCall, async ({ ctx, body: { decisionID } }) => {
    const { actor, ...origin } = auditedBy(ctx);
    const { others, ...first } = await undoDecision(actor, decisionID, origin);
    return { ...first, others: others.map((outcome) => presentOutcome(ctx, outcome)) };
  });
};
