import { IMAGE_TYPE } from '../codes';
import {
  type CheckedOf,
  flag,
  id,
  list,
  number,
  object,
  oneOf,
  optional,
  standard,
  text,
} from '../schema/schema';
import { MAX_PHOTO_BYTES } from '../wire-moderation';
import { call, raw } from './call';

/*
 * What the chat and phone service hands in, server to server: no session and no origin, a signature instead. Sending the
 * same again changes nothing, so a caller that got no answer just repeats (docs/RULES.md, Events).
 */

const service = { who: 'service' } as const;

const refusedEvent = object({
  line: number({ about: 'Of the body or file, counted from 1' }),
  eventID: optional(text()),
  reason: text(),
});
export type RefusedEvent = CheckedOf<typeof refusedEvent>;
const ingestResult = object({
  accepted: number({ about: 'Newly taken in, those that wait included' }),
  waiting: number({ about: 'Of the accepted: wait for a member, sale or staff not yet known' }),
  duplicates: number({ about: 'Known already with the same content' }),
  refused: list(refusedEvent),
});
/** What the call and the import answer. */
export type IngestResult = CheckedOf<typeof ingestResult>;
export const eventsCall = call('POST /api/events', {
  about: 'Takes up to 1,000 events, as a JSON array or one a line; a wrong one is refused by itself',
  ...service,
  body: raw('application/json, application/x-ndjson'),
  // A thousand events of 4 kB each: the service's are a tenth of that.
  bodyLimit: 4_000_000,
  answer: ingestResult,
});

const photoReceipt = object({
  photoID: number(),
  duplicate: flag({ about: 'The same picture for the same owner was there already' }),
});
export type PhotoReceipt = CheckedOf<typeof photoReceipt>;
export const photosCall = call('POST /api/photos', {
  about: 'Takes a picture: type 1 with staffID, 2 and 3 with staffID and profileID, 4 with memberID',
  ...service,
  query: {
    type: oneOf(Object.values(IMAGE_TYPE), { as: 'number' }),
    staffID: optional(id()),
    profileID: optional(id()),
    memberID: optional(id()),
  },
  body: raw('image/*'),
  bodyLimit: MAX_PHOTO_BYTES,
  answer: photoReceipt,
  also: { 201: photoReceipt },
  errors: ['not_found', 'conflict'],
});

const words = (max: number) => standard(text({ trim: true, max, empty: true }), '');
export const profilesCall = call('POST /api/profiles', {
  about: 'Takes a profile to be reviewed, new or changed',
  ...service,
  body: {
    profileID: optional(id()),
    staffID: id(),
    profileName: text({ trim: true, min: 1, max: 50 }),
    tagLine: words(200),
    description: words(4000),
  },
  answer: object({ profileID: number() }),
  errors: ['not_found', 'conflict'],
});
