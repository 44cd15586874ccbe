import { AppError, TEXT_BLOCKS, type TextBlockName } from '@partnerdesk/contracts';
import { readTextBlock, saveTextBlock } from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { mustHave, permit } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentTextBlock } from './local.presenter';
import { textBlockBody } from './local.schema';

/** The text blocks of the public pages; the office changes them. */
export const addLocalRoutes: AddRoutes = (router, { session }) => {
  router.get('/local/:name', async (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.type = 'html';
    ctx.body = presentTextBlock(await readTextBlock(nameOrThrow(ctx, ctx.params.name)));
  });

  router.put('/local/:name', session, permit(mustHave('accounts')), validBody(textBlockBody), async (ctx) => {
    const { html } = ctx.state.body as { html: string };
    await saveTextBlock(nameOrThrow(ctx, ctx.params.name), html, auditedBy(ctx));
    ctx.type = 'json';
    ctx.body = 'true';
  });
};

function nameOrThrow(ctx: Ctx, name: unknown): TextBlockName {
  const found = TEXT_BLOCKS.find((known) => known === name);
  if (found) return found;
  ctx.set('Cache-Control', 'no-store');
  throw new AppError('not_found', 'There is no such text');
}
