import { randomBytes } from 'node:crypto';

const TRACK_ID_BYTES = 6;

/** A new trackID: 8 characters, random, URL-safe. */
export function makeTrackId(): string {
  return randomBytes(TRACK_ID_BYTES).toString('base64url');
}
