import {
  AppError,
  previewTextBlockCall,
  saveTextBlockCall,
  TEXT_BLOCKS,
  type TextBlockName,
  textBlockCall,
  textBlocksCall,
} from '@partnerdesk/contracts';
import { listTextBlocks, readTextBlock, saveTextBlock } from '@partnerdesk/domain';
import { auditedBy, type Ctx } from '../../context';
import type { AddRoutes } from '../route-deps';
import { presentTextBlock } from './local.presenter';

/** The text blocks of the public pages; the office changes them. */
export const addLocalRoutes: AddRoutes = ({ handle }) => {
  handle(textBlockCall, async ({ ctx, params }) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.type = 'html';
    return presentTextBlock(await readTextBlock(nameOrThrow(ctx, params.name)));
  });

  handle(textBlocksCall, () => listTextBlocks());
  handle(previewTextBlockCall, ({ body }) => ({ html: presentTextBlock(body.html) }));

  handle(saveTextBlockCall, ({ ctx, params, body }) =>
    saveTextBlock({ ...body, name: nameOrThrow(ctx, params.name) }, auditedBy(ctx)),
  );
};

function nameOrThrow(ctx: Ctx, name: string): TextBlockName {
  const found = TEXT_BLOCKS.find((known) => known === name);
  if (found) return found;
  ctx.set('Cache-Control', 'no-store');
  throw new AppError('not_found', 'There is no such text');
}
