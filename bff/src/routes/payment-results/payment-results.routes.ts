import { AppError, MAX_RESULT_FILE_BYTES, MESSAGE, type PayFileFormat } from '@partnerdesk/contracts';
import { markPaymentResults, type ResultFile, readPaymentResults } from '@partnerdesk/domain';
import { Gate } from '@partnerdesk/node';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { mustHave, permit } from '../../middleware/policy';
import { bodyPieces } from '../../middleware/read-body';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentResults } from './payment-results.presenter';
import { marksQuery, previewQuery } from './payment-results.schema';

/** Files that a server reads at once: the results of a file that is full take some 200 MB. */
const AT_ONCE = 2;
const MAX_WAITING = 10;

/** A bank's return file and PayPal's results: shown first, then confirmed with the same file. */
export const addPaymentResultRoutes: AddRoutes = (router, { session, env, limiter }) => {
  const allowed = [session, permit(mustHave('payroll'))] as const;
  const gate = new Gate({
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: () => new AppError('unavailable', MESSAGE.genericError),
  });
  const readers = new Set<number>();

  /** Reads the body as a file, one of each person at a time, so that nobody takes the places of others. */
  async function withFile<Read>(
    ctx: Ctx,
    format: PayFileFormat,
    read: (file: ResultFile) => Promise<Read>,
  ): Promise<Read> {
    const { id } = principalOf(ctx);
    await limiter.countOrThrow(ctx, 'resultFilePerson', String(id));
    if (readers.has(id)) throw new AppError('too_many_requests', 'Your last file is still being read');
    readers.add(id);
    try {
      const content = bodyPieces(ctx, MAX_RESULT_FILE_BYTES);
      return await gate.run(() => read({ format, content, settings: env.ach }));
    } finally {
      readers.delete(id);
    }
  }

  router.post('/payment-results', ...allowed, validQuery(previewQuery), async (ctx) => {
    const { format } = ctx.state.query;
    ctx.body = presentResults(format, await withFile(ctx, format, readPaymentResults));
  });

  router.post('/payment-results/marks', ...allowed, validQuery(marksQuery), async (ctx) => {
    const { format, digest } = ctx.state.query;
    ctx.body = await withFile(ctx, format, (file) => markPaymentResults(file, digest, auditedBy(ctx)));
  });
};
