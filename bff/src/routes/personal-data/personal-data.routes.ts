import { Readable } from 'node:stream';
import {
  type AccountKind,
  AppError,
  type ErasurePlan,
  erasureWords,
  exportOwnDataCall,
} from '@partnerdesk/contracts';
import {
  type ExportReader,
  erasePerson,
  exportPerson,
  hiddenNumbersOf,
  ndjsonOf,
  planErasure,
} from '@partnerdesk/domain';
import { ANSWERED } from '../../calls/handle';
import { auditedBy, type Ctx, principalOf } from '../../context';
import { notCrossSite } from '../../middleware/origin-check';
import { mustHave } from '../../middleware/policy';
import { validBody, validQuery } from '../../middleware/validate';
import type { AddRoutes, RouteDeps } from '../route-deps';
import { eraseBody, personQuery } from './personal-data.schema';

/** Everything about a person as a file, and erasing it (docs/RULES.md, Personal data). */
export const addPersonalDataRoutes: AddRoutes = (router, deps) => {
  router.get('/export-personal-data', notCrossSite, validQuery(personQuery), async (ctx) => {
    const { kind, id } = ctx.state.query;
    const who = String(principalOf(ctx).id);
    for (const _number of await hiddenNumbersOf(kind, id))
      await deps.limiter.countOrThrow(ctx, 'revealPerson', who);
    const reader = mustHave('moderation')(principalOf(ctx), undefined) ? 'moderator' : 'office';
    await answerExport(ctx, deps, ctx.state.query, reader);
  });

  router.handle(exportOwnDataCall, async ({ ctx }) => {
    const { id } = principalOf(ctx);
    await deps.limiter.countOrThrow(ctx, 'exportPerson', String(id));
    await answerExport(ctx, deps, { kind: 'affiliate', id }, 'person');
    return ANSWERED;
  });

  router.get('/erasure', validQuery(personQuery), async (ctx) => {
    const { kind, id } = ctx.state.query;
    const { erasedAt, obstacle, kept } = await planErasure(kind, id);
    ctx.body = {
      ...(erasedAt && { erasedAt: erasedAt.toISOString() }),
      ...(obstacle && { obstacle }),
      kept,
    } satisfies ErasurePlan;
  });

  router.post('/erase-person', validBody(eraseBody), async (ctx) => {
    const { kind, id, confirm } = ctx.state.body;
    const words = erasureWords(kind, id);
    if (confirm !== words)
      throw new AppError('invalid_input', `Please type '${words}'`, { confirm: `Please type '${words}'` });
    const { kept } = await erasePerson(deps.storage, kind, id, auditedBy(ctx));
    ctx.body = { kept } satisfies ErasurePlan;
  });
};

async function answerExport(
  ctx: Ctx,
  { storage }: RouteDeps,
  person: { kind: AccountKind; id: number },
  reader: ExportReader,
): Promise<void> {
  const records = await exportPerson(storage, person, reader, auditedBy(ctx));
  ctx.attachment(`personal-data-${person.kind}-${person.id}.ndjson`);
  ctx.type = 'text/plain; charset=utf-8';
  ctx.body = Readable.from(ndjsonOf(records), { objectMode: false });
}
