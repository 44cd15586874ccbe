import * as MESSAGE from '../messages';
import { whole } from '../schema/fields';
import { type CheckedOf, code, list, number, object, text } from '../schema/schema';
import { MAX_TEXT_BLOCK, TEXT_BLOCKS } from '../wire-affiliate';
import { call, raw } from './call';

/* The text blocks of the public pages; the office changes them. */

const block = object({
  name: code(TEXT_BLOCKS),
  html: text({ empty: true, about: 'As the office wrote it' }),
  version: number({ about: 'Counted up by each save; 0: never changed' }),
});
export type TextBlockRecord = CheckedOf<typeof block>;
const html = text({
  max: MAX_TEXT_BLOCK,
  texts: { missing: MESSAGE.enterAllValues, empty: MESSAGE.enterAllValues },
});

export const textBlockCall = call('GET /api/local/:name', {
  about: 'A text block, without anything that could run in a browser',
  who: 'anybody',
  answer: raw('text/html'),
  errors: ['not_found'],
});
export const textBlocksCall = call('GET /api/text-blocks', {
  about: 'All text blocks as the office wrote them',
  who: 'accounts',
  answer: list(block),
});
export const previewTextBlockCall = call('POST /api/text-block-preview', {
  about: 'The HTML that would reach a page',
  who: 'accounts',
  body: { html },
  answer: object({ html: text({ empty: true }) }),
});
export const saveTextBlockCall = call('PUT /api/local/:name', {
  about: 'Saves a text block',
  who: 'accounts',
  body: {
    html,
    version: whole({ min: 0, about: 'The one that was edited; another is refused' }),
  },
  answer: block,
  errors: ['not_found', 'conflict'],
});
