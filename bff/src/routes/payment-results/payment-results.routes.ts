import { MAX_RESULT_FILE_BYTES, type PayFileFormat } from '@partnerdesk/contracts';
import { markPaymentResults, type ResultFile, readPaymentResults } from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { mustHave, permit } from '../../middleware/policy';
import { readBytes } from '../../middleware/read-body';
import { validQuery } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentResults } from './payment-results.presenter';
import { marksQuery, previewQuery } from './payment-results.schema';

/** A bank's return file and PayPal's results: shown first, then confirmed with the same file. */
export const addPaymentResultRoutes: AddRoutes = (router, { session, env }) => {
  const allowed = [session, permit(mustHave('payroll'))] as const;
  const fileOf = async (ctx: Ctx, format: PayFileFormat): Promise<ResultFile> => ({
    format,
    bytes: await readBytes(ctx, MAX_RESULT_FILE_BYTES),
    settings: env.ach,
  });

  router.post('/payment-results', ...allowed, validQuery(previewQuery), async (ctx) => {
    const { format } = ctx.state.query;
    ctx.body = presentResults(format, await readPaymentResults(await fileOf(ctx, format)));
  });

  router.post('/payment-results/marks', ...allowed, validQuery(marksQuery), async (ctx) => {
    const { format, digest } = ctx.state.query;
    ctx.body = await markPaymentResults(await fileOf(ctx, format), digest, auditedBy(ctx));
  });
};
