import { AppError, type BulkResult, MESSAGE } from '@partnerdesk/contracts';
import type { ItemOutcome } from '@partnerdesk/domain';
import type { Ctx } from '../../context';

/** One item of a decision on many; what went wrong inside is logged, not answered. */
export function presentOutcome(ctx: Ctx, outcome: ItemOutcome): BulkResult {
  if ('result' in outcome) return { ok: true, ...outcome.result };
  const { id, error } = outcome;
  if (error instanceof AppError) return { ok: false, id, code: error.code, message: error.message };
  ctx.state.logger.error({ err: error, id }, 'decision on one of many failed');
  return { ok: false, id, code: 'internal', message: MESSAGE.genericError };
}
