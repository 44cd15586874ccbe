import fc from 'fast-check';
import { EJSON } from '../driver.mjs';
import { deviationOf } from './deviations.mjs';
import { COLLECTION, commands, INDEXES } from './random-commands.mjs';

/** More differences than that say no more. */
const ENOUGH = 20;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/** @typedef {{ command: string, left: string, right: string }} Difference */

/**
 * Runs the same random commands on two servers and compares every answer, and what is stored after each write.
 * @param {import('mongodb').Db} left @param {import('mongodb').Db} right
 * @param {{ count: number, seed: number }} how how many commands, and the seed that they are drawn from
 * @returns {Promise<{ differences: Difference[], deviations: Map<string, { why: string, times: number }> }>} at most 20
 *   differences; `deviations`: known ones, by name
 */
export async function compareServers(left, right, { count, seed }) {
  /** @type {Difference[]} */
  const differences = [];
  /** @type {Map<string, { why: string, times: number }>} */
  const deviations = new Map();
  const both = (/** @type {object} */ command) =>
    Promise.all([answerOf(left, command), answerOf(right, command)]);
  /** @param {object} command @param {string[]} answers @param {string} [answered] before, where what is stored differs */
  const note = (command, [one = '', other = ''], answered) => {
    const known = deviationOf(command, [one, other], answered);
    if (!known) differences.push({ command: textOf(command), left: one, right: other });
    else deviations.set(known.name, { why: known.why, times: (deviations.get(known.name)?.times ?? 0) + 1 });
  };
  const begin = async () => {
    await both({ dropDatabase: 1 });
    const made = await both({ createIndexes: COLLECTION, indexes: INDEXES });
    if (made[0] !== made[1]) note({ createIndexes: COLLECTION }, made);
  };
  const whole = { find: COLLECTION, filter: {}, sort: { _id: 1 }, batchSize: 10_000 };

  await begin();
  for (const command of fc.sample(commands, { seed, numRuns: count })) {
    const answers = await both(command);
    const isSame = answers[0] === answers[1];
    if (!isSame) note(command, answers);
    const stored = isSame && WRITES.some((name) => name in command) ? await both(whole) : [];
    if (stored[0] !== stored[1]) note({ after: command }, stored, answers[0]);
    // What follows from one difference is not another.
    if (!isSame || stored[0] !== stored[1]) await begin();
    if (differences.length >= ENOUGH) break;
  }
  await both({ dropDatabase: 1 });
  return { differences, deviations };
}

/**
 * What an answer says, without what is another one on every server.
 * @param {import('mongodb').Db} db @param {object} command @returns {Promise<string>}
 */
async function answerOf(db, command) {
  try {
    const answer = await db.command(command, { promoteValues: false });
    const { n, nModified, value, values, upserted, writeErrors, lastErrorObject, cursor } = answer;
    return textOf({
      n,
      nModified,
      value,
      upserted,
      lastErrorObject,
      values: values?.map(textOf).sort(),
      writeErrors: writeErrors?.map((/** @type {{ index: number, code: number }} */ { index, code }) => ({
        index,
        code,
      })),
      documents: cursor?.firstBatch,
    });
  } catch (error) {
    const { code } = /** @type {{ code?: number }} */ (error);
    if (code === undefined) throw error;
    return textOf({ code });
  }
}

/** Values with their types, and fields in their order. @param {unknown} value */
const textOf = (value) => EJSON.stringify(value, undefined, 0, { relaxed: false });
