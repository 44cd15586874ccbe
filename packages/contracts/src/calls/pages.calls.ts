import { SUB_IDS } from '../links';
import * as MESSAGE from '../messages';
import { whole } from '../schema/fields';
import * as s from '../schema/schema';
import { call, raw } from './call';

/** The text blocks: GET /local/{name} answers sanitised HTML as text/html. */
export const TEXT_BLOCKS = [
  'aff_index',
  'home_top',
  'home_bottom',
  'aff_faq',
  'faq_loggedin',
  'terms',
] as const;
export type TextBlockName = (typeof TEXT_BLOCKS)[number];

export const MAX_TEXT_BLOCK = 50_000;

/** The promo video (docs/PRODUCT.md §9): its file under videosRootFolder. */
export const PROMO_VIDEO = { filename: 'promo.mp4', width: 320, height: 240 } as const;

/** Longest tracking source id (?tid), landing page id (?lp) and sub-id (?s1 to ?s5). */
export const MAX_TRACKING_ID = 50;

/* What lies beside the API, and what is no JSON: probes, links, pages, files. */

const anybody = { who: 'anybody' } as const;
const page = raw('text/html');

export const healthCall = call('GET /healthz', {
  about: 'Whether this process answers',
  ...anybody,
  answer: s.object({ status: s.text(), version: s.text() }),
});
const readiness = s.object({
  status: s.text({ about: 'ready, or not ready' }),
  parts: s.map(s.code(['ok', 'down'])),
});
export const readyCall = call('GET /readyz', {
  about: 'Whether all that it needs answers, too; 503 names what does not',
  ...anybody,
  query: s.object(
    { for: s.optional(s.anything({ about: 'proxy: ready from start to end of serving' })) },
    { others: 'kept' },
  ),
  answer: readiness,
  also: { 503: readiness },
});
export const outboxCall = call('GET /dev/outbox', {
  about: 'The mails of a development server',
  ...anybody,
  answer: page,
  errors: ['not_found'],
});

/* Affiliates' links (docs/RULES.md, Clicks). */

/** Nothing of a link is refused: what is no text counts as left out. */
const link = s.object(
  {
    tid: s.optional(s.anything({ about: 'Tracking source' })),
    lp: s.optional(s.anything({ about: 'Landing page' })),
    ...s.each(SUB_IDS, s.optional(s.anything())),
    to: s.optional(s.anything({ about: 'Page of the service, one of those that links may lead to' })),
  },
  { others: 'kept' },
);
/** Names the address that it leads to, for people whose program does not follow it. */
const redirect = raw('text/html, text/plain');
export const partnerCall = call('GET /partner/:trackID', {
  about: 'An affiliate’s link: counts the click and leads to the landing page',
  ...anybody,
  query: link,
  answer: redirect,
  status: 302,
});
export const shortLinkCall = call('GET /go/:campaignID', {
  about: 'A saved link: as the link that it stands for',
  ...anybody,
  answer: redirect,
  status: 302,
});
export const landingCall = call('GET /landing', {
  about: 'Where links lead while the service’s own address is not set',
  ...anybody,
  answer: page,
});

/** Mail programs follow links, so that reading changes nothing and shows a button (RFC 8058). */
const ofMail = {
  ...anybody,
  query: s.object({ token: s.optional(s.anything({ about: 'Says whose mail it is' })) }, { others: 'kept' }),
  answer: page,
  also: { 404: page },
  errors: ['too_many_requests'],
} as const;
export const unsubscribePageCall = call('GET /unsubscribe', {
  about: 'The page behind a mail’s link, which asks whether to switch these mails off',
  ...ofMail,
});
export const unsubscribeCall = call('POST /unsubscribe', {
  about: 'Switches these mails off; the body, a form’s, is not read',
  ...ofMail,
  anySite: true,
});

const video = raw('video/mp4');
/** A part may be asked for by `Range`. */
const ofParts = { also: { 206: video, 416: raw('text/plain') } } as const;
export const promoVideoCall = call(`GET /api/assets/videos/${PROMO_VIDEO.filename}`, {
  about: 'The promo video, which affiliates embed on their own sites',
  ...anybody,
  answer: video,
  ...ofParts,
});
export const downloadPromoVideoCall = call('GET /api/download-promo-video', {
  about: 'The promo video as a file',
  who: 'affiliate',
  query: { filename: s.oneOf([PROMO_VIDEO.filename]) },
  answer: video,
  ...ofParts,
});

const office = { who: 'office' } as const;
export const referenceCall = call('GET /api/openapi.json', {
  about: 'This reference, an OpenAPI 3.1 document',
  ...office,
  answer: s.object({ openapi: s.text(), paths: s.map(s.map(s.object({ operationId: s.text() }))) }),
});
export const docsCall = call('GET /api/docs', {
  about: 'This reference as a page',
  ...office,
  answer: page,
});
export const docsStylesCall = call('GET /api/docs/styles.css', {
  about: 'The styles of that page',
  ...office,
  answer: raw('text/css'),
});

/* Bull's own board (docs/RULES.md, Accounts and access "Queues"). */

const readers = { who: ['audit', 'queues'] } as const;
export const queueBoardCall = call('GET /queues', {
  about: 'The board of the queues',
  ...readers,
  answer: page,
});
export const queueBoardFileCall = call('GET /queues/*path', {
  about: 'What the board consists of and reads',
  ...readers,
  answer: raw('*/*'),
  errors: ['not_found'],
});
export const changeQueueCall = call('PUT /queues/api/*path', {
  about: 'A change that the board makes: pauses a queue; tries jobs again, promotes or removes them',
  who: 'queues',
  answer: raw('application/json'),
  also: { 204: s.nothing() },
  errors: ['not_found'],
});

/* The text blocks of the public pages; the office changes them. */

const block = s.object({
  name: s.code(TEXT_BLOCKS),
  html: s.text({ empty: true, about: 'As the office wrote it' }),
  version: s.number({ about: 'Counted up by each save; 0: never changed' }),
});
export type TextBlockRecord = s.CheckedOf<typeof block>;
const html = s.text({
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
  answer: s.list(block),
});
export const previewTextBlockCall = call('POST /api/text-block-preview', {
  about: 'The HTML that would reach a page',
  who: 'accounts',
  body: { html },
  answer: s.object({ html: s.text({ empty: true }) }),
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
