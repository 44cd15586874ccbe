import {
  type AccountKind,
  AppError,
  erasePersonCall,
  erasureCall,
  erasureWords,
  exportOwnDataCall,
  exportPersonalDataCall,
} from '@partnerdesk/contracts';
import {
  type ExportReader,
  erasePerson,
  exportPerson,
  hiddenNumbersOf,
  ndjsonOf,
  planErasure,
} from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { mustHave } from '../../middleware/policy';
import { answerFile } from '../answer-csv';
import type { AddRoutes, RouteDeps } from '../route-deps';

/** Everything about a person as a file, and erasing it (docs/RULES.md, Personal data). */
export const addPersonalDataRoutes: AddRoutes = ({ handle }, deps) => {
  handle(exportPersonalDataCall, async ({ ctx, query, principal }) => {
    const who = String(principal.id);
    for (const _number of await hiddenNumbersOf(query.kind, query.id))
      await deps.limiter.countOrThrow(ctx, 'revealPerson', who);
    const reader = mustHave('moderation')(principal) ? 'moderator' : 'office';
    return exportOf(ctx, deps, query, reader);
  });

  handle(exportOwnDataCall, async ({ ctx, principal: { id } }) => {
    await deps.limiter.countOrThrow(ctx, 'exportPerson', String(id));
    return exportOf(ctx, deps, { kind: 'affiliate', id }, 'person');
  });

  handle(erasureCall, async ({ query: { kind, id } }) => {
    const { erasedAt, obstacle, kept } = await planErasure(kind, id);
    return {
      ...(erasedAt && { erasedAt: erasedAt.toISOString() }),
      ...(obstacle && { obstacle }),
      kept,
    };
  });

  handle(erasePersonCall, async ({ body: { kind, id, confirm }, by }) => {
    const words = erasureWords(kind, id);
    if (confirm !== words)
      throw new AppError('invalid_input', `Please type '${words}'`, { confirm: `Please type '${words}'` });
    const { kept } = await erasePerson(deps.storage, kind, id, by);
    return { kept };
  });
};

async function exportOf(
  ctx: Ctx,
  { storage }: RouteDeps,
  person: { kind: AccountKind; id: number },
  reader: ExportReader,
) {
  const records = await exportPerson(storage, person, reader, auditedBy(ctx));
  const file = `personal-data-${person.kind}-${person.id}.ndjson`;
  return answerFile(ctx, file, 'text/plain', ndjsonOf(records));
}
