import { readFileSync } from 'node:fs';
import { addDays } from '@partnerdesk/contracts';
import * as domain from '@partnerdesk/domain';
import { inRoot } from '../paths.mjs';

/** Name under which the database keeps by how many days the sample was moved: the first load decides. */
export const DAYS = 'demo:days';
/** And until when its business went on by itself (ms since 1970); 0: it was first loaded to stand still. */
export const LIVE = 'demo:live';

/** What the database keeps under such a name; 0: nothing. @param {string} name */
export const noted = async (name) => (await domain.CounterModel.findById(name).lean())?.value ?? 0;

/** @param {string} name @param {number} value the higher one stays */
export const note = (name, value) =>
  domain.CounterModel.updateOne({ _id: name }, { $max: { value } }, { upsert: true });

/** @param {string} name @param {number} value the first one stays */
export const noteFirst = (name, value) =>
  domain.CounterModel.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true });

/** The last day of the sample, yyyy-mm-dd. */
export const sampleLastDay = () =>
  String(JSON.parse(readFileSync(inRoot('scripts', 'sample', 'expected.json'), 'utf8')).lastDay);

/** The day on which the demo was first loaded, yyyy-mm-dd: the sample's last one, moved. */
export const demoFirstDay = async () => addDays(sampleLastDay(), await noted(DAYS));
