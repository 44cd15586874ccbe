import { id, instant, list, number, object, oneOf, optional, text } from '../schema/schema';
import { ACCOUNT_KIND_NAMES } from '../wire-accounts';
import { call, raw } from './call';

/* Everything about a person as a file, and erasing it (docs/RULES.md, Personal data). */

const kind = oneOf(ACCOUNT_KIND_NAMES);
const person = { kind, id: id() };

/** What erasing a person would come to, or came to. */
const erasure = object({
  erasedAt: optional(instant({ about: 'Missing: the person was not erased yet' })),
  obstacle: optional(text({ about: 'Why it is refused as things are' })),
  kept: list(object({ what: text(), documents: number(), why: text() }), { about: 'What stays, and why' }),
});

export const exportPersonalDataCall = call('GET /api/export-personal-data', {
  about: 'Everything that is kept about a person, as a file',
  who: 'accounts',
  confirm: 'everybody',
  sameSite: true,
  query: person,
  answer: raw('text/plain'),
  errors: ['not_found', 'too_many_requests'],
});
export const erasureCall = call('GET /api/erasure', {
  about: 'What erasing a person would come to',
  who: 'accounts',
  query: person,
  answer: erasure,
  errors: ['not_found'],
});
export const erasePersonCall = call('POST /api/erase-person', {
  about: 'Erases a person',
  who: 'accounts',
  confirm: 'everybody',
  body: {
    kind,
    id: id({ strict: true }),
    confirm: text({ max: 100, about: 'erase, kind and id, such as: erase member 12' }),
  },
  answer: erasure,
  errors: ['not_found', 'conflict'],
});
