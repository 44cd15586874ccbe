import { AppError } from '@partnerdesk/contracts';
import { writeAudit } from '@partnerdesk/domain';
import { auditedBy, type Ctx, type Step } from '../../context';
import { answerNotFound } from '../../middleware/errors';
import type { AddRoutes } from '../route-deps';
import { BOARD_PATH, canChange, queueBoard } from './queue-board';

/** Bull's own board, to look at and, with the permission, to steer (docs/RULES.md, Accounts and access "Queues"). */
export const addQueueRoutes: AddRoutes = (router, { queues }) => {
  const all = Object.values(queues);
  const board = queueBoard(all).routes() as unknown as Step;
  const answer = (ctx: Ctx) => board(ctx, async () => answerNotFound(ctx, async () => undefined));

  router.get(BOARD_PATH, answer);
  router.get(`${BOARD_PATH}/*path`, answer);
  router.put(`${BOARD_PATH}/api/*path`, async (ctx) => {
    const change = ctx.path.slice(`${BOARD_PATH}/api/`.length);
    if (!(await canChange(all, change))) throw new AppError('not_found', 'There is no such queue or job');
    await writeAudit({
      ...auditedBy(ctx),
      action: 'queues.changed',
      subject: { type: 'queues', id: change },
    });
    await answer(ctx);
  });
};
