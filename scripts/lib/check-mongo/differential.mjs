import fc from 'fast-check';
import { EJSON } from '../driver.mjs';
import { COLLECTION, commands, INDEXES } from './random-commands.mjs';

/** More differences than that say no more. */
const ENOUGH = 20;
const COMPARE_EVERY = 25;

/** @typedef {{ command: string, left: string, right: string }} Difference */

/**
 * Runs the same random commands on two servers and compares every answer, and the whole collection now and then.
 * @param {import('mongodb').Db} left
 * @param {import('mongodb').Db} right
 * @param {{ count: number, seed: number }} how how many commands, and the seed that they are drawn from
 * @returns {Promise<Difference[]>} at most 20
 */
export async function compareServers(left, right, { count, seed }) {
  /** @type {Difference[]} */
  const differences = [];
  const both = (/** @type {object} */ command) =>
    Promise.all([answerOf(left, command), answerOf(right, command)]);
  const note = (/** @type {object} */ command, /** @type {string[]} */ [one = '', other = '']) =>
    differences.push({ command: textOf(command), left: one, right: other });
  const begin = async () => {
    await both({ dropDatabase: 1 });
    const made = await both({ createIndexes: COLLECTION, indexes: INDEXES });
    if (made[0] !== made[1]) note({ createIndexes: COLLECTION }, made);
  };
  const whole = { find: COLLECTION, filter: {}, sort: { _id: 1 }, batchSize: 10_000 };

  await begin();
  let done = 0;
  for (const command of fc.sample(commands, { seed, numRuns: count })) {
    done += 1;
    const asked = done % COMPARE_EVERY === 0 ? [command, whole] : [command];
    for (const each of asked) {
      const answers = await both(each);
      if (answers[0] === answers[1]) continue;
      note(each === whole ? { after: command } : command, answers);
      // What follows from one difference is not another.
      await begin();
    }
    if (differences.length >= ENOUGH) break;
  }
  await both({ dropDatabase: 1 });
  return differences;
}

/**
 * What an answer says, without what is another one on every server.
 * @param {import('mongodb').Db} db
 * @param {object} command
 * @returns {Promise<string>}
 */
async function answerOf(db, command) {
  try {
    const answer = await db.command(command, { promoteValues: false });
    const { n, nModified, value, values, upserted, writeErrors, lastErrorObject, cursor } = answer;
    return textOf({
      ...{ n, nModified, value, upserted, lastErrorObject },
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
