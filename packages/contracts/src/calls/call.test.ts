import { id, nullable, number, object, oneOf, optional, standard, text } from '../schema/schema';
import { CALLS } from './all.calls';
import {
  type AnswerOf,
  addressOf,
  type BodyOf,
  call,
  type InputOf,
  type ParamsOf,
  type QueryOf,
} from './call';

const sample = call('POST /api/groups/:groupID/terms', {
  about: 'For the types',
  who: ['accounts', 'terms'],
  own: 'part.affID',
  query: { page: standard(id(), 1), word: optional(text()) },
  body: { part: object({ affID: id() }), rest: standard(nullable(oneOf(['a', 'b'])), null) },
  answer: object({ total: number() }),
});

test('what a call takes and answers is typed by it', () => {
  const sent: InputOf<typeof sample> = { params: { groupID: 1 }, body: { part: { affID: 2 } } };
  const checked: [QueryOf<typeof sample>, BodyOf<typeof sample>, ParamsOf<typeof sample>] = [
    { page: 1 },
    { part: { affID: 2 }, rest: null },
    { groupID: '1' },
  ];
  const answer: AnswerOf<typeof sample> = { total: 1 };
  // @ts-expect-error a missing parameter
  const lacksParams: InputOf<typeof sample> = { body: { part: { affID: 2 } } };
  // @ts-expect-error a missing field of the body
  const lacksBody: InputOf<typeof sample> = { params: { groupID: 1 }, body: {} };
  // @ts-expect-error a value that is none of the list
  const wrong: BodyOf<typeof sample> = { part: { affID: 2 }, rest: 'c' };
  // @ts-expect-error an answer without its field
  const lacksAnswer: AnswerOf<typeof sample> = {};
  const spec = { about: '', query: { affID: id() }, answer: number() } as const;
  // @ts-expect-error a misspelt field of the own id
  call('GET /api/x', { ...spec, who: 'affiliate', own: 'affId' });
  // @ts-expect-error a misspelt caller
  call('GET /api/x', { ...spec, who: 'affilate' });
  expect([sent, checked, answer, lacksParams, lacksBody, wrong, lacksAnswer]).toHaveLength(7);
});

test('the address of a call has its parameters and what is given of its query', () => {
  const page = call('GET /api/groups/:name/page', {
    about: 'For the address',
    who: 'office',
    query: { page: id(), word: optional(text()) },
    answer: object({}),
  });
  const addressFor = (query: { page: number; word?: string }) =>
    addressOf(page, { params: { name: 'a/b' }, query });
  expect(addressFor({ page: 2 })).toBe('/api/groups/a%2Fb/page?page=2');
  expect(addressFor({ page: 2, word: 'a&b c' })).toBe('/api/groups/a%2Fb/page?page=2&word=a%26b+c');
  expect(addressFor(Object.assign({ page: 2 }, { word: undefined }))).toBe('/api/groups/a%2Fb/page?page=2');
});

test('no two calls have one name, and each says in a line what it is for', () => {
  const names = CALLS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { name, about } of CALLS)
    expect([name, about]).toEqual([name, expect.stringMatching(/^[A-Z].+[^.]$/)]);
});
