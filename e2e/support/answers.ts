import type { Page, Route } from '@playwright/test';
import type { State } from './screens';

/** Calls that the frame lives on, and streams: they stay as they are in every state. */
const KEPT = /\/api\/(configuration|session|login|logout|[\w-]*-changes|browser-reports|browser-traces)\b/;

const LONG_WORD = 'Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh';
const MAX_ROWS = 120;

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The same shape with nothing in it: no rows, figures of 0. Ids, states and texts stay. */
export function emptied(value: Json, key = ''): Json {
  if (Array.isArray(value)) return [];
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, emptied(each, name)]));
  return typeof value === 'number' && isFigure(key) ? 0 : value;
}

/** The same shape with texts of full length, sums of eight places and many rows. */
export function overfull(value: Json, key = ''): Json {
  if (Array.isArray(value)) return repeated(value).map((each) => overfull(each, key));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, overfull(each, name)]));
  if (typeof value === 'number' && isFigure(key)) return value * 10_000;
  return typeof value === 'string' && value && isFreeText(key) ? lengthened(value, key) : value;
}

const isFigure = (key: string) =>
  /^total$|amount|sales|payout|earnings|balance|payable|pending|clicks|joins|count|sum|tips|minutes/i.test(
    key,
  ) && !/type|status|ID$|minimum/i.test(key);
const isFreeText = (key: string) =>
  /name|email|address1|tagLine|description|subject|reason|company|requestedBy|preparedBy|source/i.test(key) &&
  !/username$|productName|countryName/.test(key);

const lengthened = (text: string, key: string) =>
  /email/i.test(key) ? `${LONG_WORD}.${text}`.slice(-50) : `${text} ${LONG_WORD}`.slice(0, 100);

/** Rows again and again, each with ids of its own. */
function repeated(rows: Json[]): Json[] {
  const [first] = rows;
  if (first === null || typeof first !== 'object' || Array.isArray(first) || rows.length < 2) return rows;
  const ids = Object.keys(first).filter((name) => /^id$|ID$/.test(name));
  if (ids.length === 0) return rows;
  return Array.from({ length: MAX_ROWS }, (_, index): Json => {
    const row = rows[index % rows.length] as { [key: string]: Json };
    if (index < rows.length) return row;
    const own = ids.map((name) => [
      name,
      typeof row[name] === 'number' ? row[name] + index * 100_000 : `${row[name]}-${index}`,
    ]);
    return { ...row, ...Object.fromEntries(own) };
  });
}

const CHANGES = { empty: emptied, overfull } as const;

/** From now on the page gets the server's answers in this state. The real server answers all but `loading` and `failed`. */
export async function answerIn(page: Page, state: State): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  if (state === 'full') return;
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    if (request.method() !== 'GET' || KEPT.test(request.url())) return route.fallback();
    if (request.resourceType() !== 'fetch') return route.fallback();
    if (state === 'loading') return;
    if (state === 'failed') return route.fulfill({ status: 500, json: FAILURE });
    await changed(route, CHANGES[state]);
  });
}

const FAILURE = { error: { code: 'internal', message: 'Something went wrong' } };

async function changed(route: Route, change: (value: Json) => Json): Promise<void> {
  const response = await route.fetch();
  const isJson = response.headers()['content-type']?.includes('json');
  if (!isJson) return route.fulfill({ response });
  const json = change(await response.json());
  // Of nothing there are no pages either.
  const isNone = Array.isArray(json) && json.length === 0;
  const headers = { ...response.headers(), ...(isNone && { 'x-total-count': '0' }) };
  await route.fulfill({ response, headers, json });
}
