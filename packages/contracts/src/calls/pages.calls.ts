import { SUB_IDS } from '../links';
import { anything, code, each, map, nothing, object, oneOf, optional, text } from '../schema/schema';
import { PROMO_VIDEO } from '../wire-affiliate';
import { call, raw } from './call';

/* What lies beside the API, and what is no JSON: probes, links, pages, files. */

const anybody = { who: 'anybody' } as const;
const page = raw('text/html');

export const healthCall = call('GET /healthz', {
  about: 'Whether this process answers',
  ...anybody,
  answer: object({ status: text(), version: text() }),
});
const readiness = object({
  status: text({ about: 'ready, or not ready' }),
  parts: map(code(['ok', 'down'])),
});
export const readyCall = call('GET /readyz', {
  about: 'Whether all that it needs answers, too; 503 names what does not',
  ...anybody,
  query: object(
    { for: optional(anything({ about: 'proxy: ready from start to end of serving' })) },
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
const link = object(
  {
    tid: optional(anything({ about: 'Tracking source' })),
    lp: optional(anything({ about: 'Landing page' })),
    ...each(SUB_IDS, optional(anything())),
    to: optional(anything({ about: 'Page of the service, one of those that links may lead to' })),
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
  query: object({ token: optional(anything({ about: 'Says whose mail it is' })) }, { others: 'kept' }),
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
  query: { filename: oneOf([PROMO_VIDEO.filename]) },
  answer: video,
  ...ofParts,
});

const office = { who: 'office' } as const;
export const referenceCall = call('GET /api/openapi.json', {
  about: 'This reference, an OpenAPI 3.1 document',
  ...office,
  answer: object({ openapi: text(), paths: map(map(object({ operationId: text() }))) }),
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
  also: { 204: nothing() },
  errors: ['not_found'],
});
