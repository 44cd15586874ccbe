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
import type { IOptions } from 'sanitize-html';
import type { AddRoutes } from '../route-deps';

/** The text blocks of the public pages; the office changes them. */
export const addLocalRoutes: AddRoutes = ({ handle }) => {
  handle(textBlockCall, async ({ ctx, params }) => {
    ctx.set('Cache-Control', 'public, max-age=60');
    ctx.type = 'html';
    const name = nameOrThrow(params.name);
    return presentedOnce(name, await readTextBlock(name));
  });

  handle(textBlocksCall, () => listTextBlocks());
  handle(previewTextBlockCall, ({ body }) => ({ html: presentTextBlock(body.html) }));

  handle(saveTextBlockCall, ({ params, body, by }) =>
    saveTextBlock({ ...body, name: nameOrThrow(params.name) }, by),
  );
};

/** By name what was presented last, and of which text. */
const presented = new Map<TextBlockName, { of: string; html: string }>();

/** A long text takes a tenth of a second to clean, and anybody may ask for it again and again: each is cleaned once. */
function presentedOnce(name: TextBlockName, text: string): string {
  const last = presented.get(name);
  if (last?.of === text) return last.html;
  const html = presentTextBlock(text);
  presented.set(name, { of: text, html });
  return html;
}

function nameOrThrow(name: string): TextBlockName {
  const found = TEXT_BLOCKS.find((known) => known === name);
  if (!found) throw new AppError('not_found', 'There is no such text');
  return found;
}

/** Takes a twentieth of a server's start to load: loaded with the first text that is shown. */
const loadSanitizer = () => require('sanitize-html') as typeof import('sanitize-html');

const OPTIONS: IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'br', 'hr', 'blockquote', 'div', 'span'],
    ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
    ...['strong', 'b', 'em', 'i', 'u', 'small', 'sub', 'sup', 'a', 'img'],
    ...['table', 'caption', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height'],
    th: ['scope', 'colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A screen has its own main heading.
    h1: 'h2',
    // A page opened from ours must not reach back into it.
    a: (tagName, attributes) => ({
      tagName,
      attribs: { ...attributes, ...(attributes.target && { rel: 'noopener' }) },
    }),
  },
};

/** What the office wrote, without anything that could run in a visitor's browser. */
export function presentTextBlock(html: string): string {
  return loadSanitizer()(html, OPTIONS);
}
