import { IMAGE_TYPE } from '../codes';
import * as s from '../schema/schema';
import { MAX_PHOTO_BYTES } from '../wire-moderation';
import { call, raw } from './call';

/* What the chat and phone service hands in, signed. The same again changes nothing (docs/RULES.md, Events). */

const service = { who: 'service' } as const;

const refusedEvent = s.object({
  line: s.number({ about: 'Of the body or file, counted from 1' }),
  eventID: s.optional(s.text()),
  reason: s.text(),
});
export type RefusedEvent = s.CheckedOf<typeof refusedEvent>;
const ingestResult = s.object({
  accepted: s.number({ about: 'Newly taken in, those that wait included' }),
  waiting: s.number({ about: 'Of the accepted: wait for a member, sale or staff not yet known' }),
  duplicates: s.number({ about: 'Known already with the same content' }),
  refused: s.list(refusedEvent),
});
/** What the call and the import answer. */
export type IngestResult = s.CheckedOf<typeof ingestResult>;
export const eventsCall = call('POST /api/events', {
  about: 'Takes up to 1,000 events, as a JSON array or one a line; a wrong one is refused by itself',
  ...service,
  body: raw('application/json, application/x-ndjson'),
  // A thousand events of 4 kB each: the service's are a tenth of that.
  bodyLimit: 4_000_000,
  answer: ingestResult,
});

const photoReceipt = s.object({
  photoID: s.number(),
  duplicate: s.flag({ about: 'The same picture for the same owner was there already' }),
});
export type PhotoReceipt = s.CheckedOf<typeof photoReceipt>;
export const photosCall = call('POST /api/photos', {
  about: 'Takes a picture: type 1 with staffID, 2 and 3 with staffID and profileID, 4 with memberID',
  ...service,
  query: {
    type: s.oneOf(Object.values(IMAGE_TYPE), { as: 'number' }),
    staffID: s.optional(s.id()),
    profileID: s.optional(s.id()),
    memberID: s.optional(s.id()),
  },
  body: raw('image/*'),
  bodyLimit: MAX_PHOTO_BYTES,
  answer: photoReceipt,
  also: { 201: photoReceipt },
  errors: ['not_found', 'conflict'],
});

const words = (max: number) => s.standard(s.text({ trim: true, max, empty: true }), '');
export const profilesCall = call('POST /api/profiles', {
  about: 'Takes a profile to be reviewed, new or changed',
  ...service,
  body: {
    profileID: s.optional(s.id()),
    staffID: s.id(),
    profileName: s.text({ trim: true, min: 1, max: 50 }),
    tagLine: words(200),
    description: words(4000),
  },
  answer: s.object({ profileID: s.number() }),
  errors: ['not_found', 'conflict'],
});
