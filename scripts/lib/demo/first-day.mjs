import { readFileSync } from 'node:fs';
import { addDays } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { inRoot } from '../paths.mjs';

/** Name under which the database keeps by how many days the sample was moved: the first load decides. */
export const DAYS = 'demo:days';
/** And until when its business went on by itself (ms since 1970); 0: it was first loaded to stand still. */
export const LIVE = 'demo:live';

/** The last day of the sample, yyyy-mm-dd. */
export const sampleLastDay = () =>
  /** @type {string} */ (
    JSON.parse(readFileSync(inRoot('scripts', 'sample', 'expected.json'), 'utf8')).lastDay
  );

/**
 * The day on which the demo was first loaded: the sample's last one, moved.
 * @returns {Promise<string>} yyyy-mm-dd
 */
export async function demoFirstDay() {
  const days = (await domain.CounterModel.findById(DAYS).lean())?.value ?? 0;
  return addDays(sampleLastDay(), days);
}
