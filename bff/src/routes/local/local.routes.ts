import { AppError, TEXT_BLOCKS, type TextBlockName } from '@partnerdesk/contracts';
import { listTextBlocks, readTextBlock, saveTextBlock } from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import { mustHave, permit } from '../../middleware/policy';
import { validBody } from '../../middleware/validate';
import type { AddRoutes } from '../route-deps';
import { presentTextBlock } from './local.presenter';
import { previewBody, textBlockBody } from './local.schema';

/** The text blocks of the public pages; the office changes them. */
export const addLocalRoutes: AddRoutes = (router, { session }) => {
  router.get('/local/:name', async (ctx) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.type = 'html';
    ctx.body = presentTextBlock(await readTextBlock(nameOrThrow(ctx, ctx.params.name)));
  });

  router.get('/text-blocks', session, permit(mustHave('accounts')), async (ctx) => {
    ctx.body = await listTextBlocks();
  });

  router.post(
    '/text-block-preview',
    session,
    permit(mustHave('accounts')),
    validBody(previewBody),
    async (ctx) => {
      ctx.body = { html: presentTextBlock(ctx.state.body.html) };
    },
  );

  router.put('/local/:name', session, permit(mustHave('accounts')), validBody(textBlockBody), async (ctx) => {
    const { html, version } = ctx.state.body;
    const name = nameOrThrow(ctx, ctx.params.name);
    ctx.body = await saveTextBlock({ name, html, version }, auditedBy(ctx));
  });
};

function nameOrThrow(ctx: Ctx, name: unknown): TextBlockName {
  const found = TEXT_BLOCKS.find((known) => known === name);
  if (found) return found;
  ctx.set('Cache-Control', 'no-store');
  throw new AppError('not_found', 'There is no such text');
}
