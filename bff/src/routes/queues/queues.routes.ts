import { AppError, changeQueueCall, queueBoardCall, queueBoardFileCall } from '@partnerdesk/contracts';
import { writeAudit } from '@partnerdesk/domain';
import { ANSWERED } from '../../calls/handle';
import { auditedBy, type Ctx, type Step } from '../../context';
import { answerNotFound } from '../../middleware/errors';
import type { AddRoutes } from '../route-deps';
import { BOARD_PATH, canChange, queueBoard } from './queue-board';

/** Bull's own board, to look at and, with the permission, to steer (docs/RULES.md, Accounts and access "Queues"). */
export const addQueueRoutes: AddRoutes = ({ handle }, { queues }) => {
  const all = Object.values(queues);
  const board = queueBoard(all).routes() as unknown as Step;
  const answer = async ({ ctx }: { ctx: Ctx }): Promise<typeof ANSWERED> => {
    await board(ctx, async () => answerNotFound(ctx, async () => undefined));
    return ANSWERED;
  };

  handle(queueBoardCall, answer);
  handle(queueBoardFileCall, answer);
  handle(changeQueueCall, async ({ ctx }) => {
    const change = ctx.path.slice(`${BOARD_PATH}/api/`.length);
    if (!(await canChange(all, change))) throw new AppError('not_found', 'There is no such queue or job');
    await writeAudit({
      ...auditedBy(ctx),
      action: 'queues.changed',
      subject: { type: 'queues', id: change },
    });
    return answer({ ctx });
  });
};
