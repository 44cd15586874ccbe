import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { inRoot } from '../paths.mjs';
import { idShift } from './demo-people.mjs';

const MS_PER_DAY = 86_400_000;

/**
 * Moves an instant by whole days of the business's clock: what happened at ten past eight still does, also
 * across a change to or from daylight-saving time.
 * @param {string} at ISO 8601
 * @param {number} days
 * @param {(ms: number) => number} offsetMs of the time zone at an instant
 */
function moveByDays(at, days, offsetMs) {
  const from = Date.parse(at);
  const moved = from + days * MS_PER_DAY;
  return new Date(moved + offsetMs(from) - offsetMs(moved)).toISOString();
}

/**
 * The zone's distance from UTC at an instant of whole seconds, in ms.
 * @param {string} timeZone @returns {(ms: number) => number}
 */
function zoneOffset(timeZone) {
  // Sweden writes days and times as ISO 8601 has them.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (ms) => Date.parse(`${clock.format(ms)}Z`) - ms;
}

/** @typedef {{ event: any, at: number, bytes: Buffer, length: number }} Line an event and its instant (ms), as a line of a file */

/** @param {{ at: string }} event @returns {Line} */
export function lineOf(event) {
  const bytes = Buffer.from(JSON.stringify(event));
  return { event, at: Date.parse(event.at), bytes, length: bytes.length + 1 };
}

/**
 * The sample's events of one copy, moved by whole days, as lines.
 * @param {{ affiliates: any[], staff: any[], members: any[] }} people
 * @param {{ copy: number, days: number, timeZone: string }} how
 * @returns {AsyncGenerator<Line>} as byteLines yields those of a file
 */
export async function* demoEvents(people, { copy, days, timeZone }) {
  const shift = idShift(people, copy);
  const offset = zoneOffset(timeZone);
  const input = createReadStream(inRoot('scripts', 'sample', 'events.ndjson'));
  for await (const line of createInterface({ input })) {
    const event = JSON.parse(line);
    event.at = moveByDays(event.at, days, offset);
    for (const [name, change] of Object.entries(shift))
      if (event[name] !== undefined) event[name] = change(/** @type {never} */ (event[name]));
    yield lineOf(event);
  }
}
