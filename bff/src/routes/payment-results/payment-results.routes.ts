import {
  AppError,
  MAX_RESULT_FILE_BYTES,
  MESSAGE,
  markResultsCall,
  type PayFileFormat,
  previewResultsCall,
} from '@partnerdesk/contracts';
import { markPaymentResults, type ResultFile, readPaymentResults } from '@partnerdesk/domain';
import { Gate } from '@partnerdesk/node';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { bodyPieces } from '../../middleware/read-body';
import type { AddRoutes } from '../route-deps';
import { presentResults } from './payment-results.presenter';

/** Files that a server reads at once: the results of a file that is full take some 200 MB. */
const AT_ONCE = 2;
const MAX_WAITING = 10;

/** A bank's return file and PayPal's results: shown first, then confirmed with the same file. */
export const addPaymentResultRoutes: AddRoutes = ({ handle }, { env, limiter }) => {
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

  handle(previewResultsCall, async ({ ctx, query: { format } }) =>
    presentResults(format, await withFile(ctx, format, readPaymentResults)),
  );

  handle(markResultsCall, ({ ctx, query: { format, digest } }) =>
    withFile(ctx, format, (file) => markPaymentResults(file, digest, auditedBy(ctx))),
  );
};
