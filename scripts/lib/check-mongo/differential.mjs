import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { EJSON } from '../driver.mjs';
import { COLLECTION, commands, INDEXES } from './random-commands.mjs';

/** More differences than that say no more. */
const ENOUGH = 20;
const WRITES = ['insert', 'update', 'delete', 'findAndModify'];

/**
 * Runs the same random commands on two servers and compares every answer, and what is stored after each write.
 * @param {import('mongodb').Db} left @param {import('mongodb').Db} right @param {{ count: number, seed: number }} how
 * @returns at most 20 differences, and known `deviations` by name
 */
export async function compareServers(left, right, { count, seed }) {
  /** @type {{ command: string, left: string, right: string }[]} */
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

/** What an answer says, without what is another one on every server. @param {import('mongodb').Db} db @param {object} command */
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
      writeErrors: writeErrors?.map((/** @type {any} */ { index, code }) => ({ index, code })),
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

/**
 * @typedef {Record<string, any>} Answer
 * @typedef {{ name: string, why: string, explains: (command: Answer, left: Answer, right: Answer, answered: Answer) => boolean }}
 *   Deviation `why` it does not matter to the product; `left`, `right`: the answers, or all that is stored after a command to
 *   which both answered `answered`
 */

const inText = (/** @type {unknown} */ value, /** @type {RegExp} */ pattern) =>
  pattern.test(JSON.stringify(value));

/** Fields of documents in the order of their names. @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}

/** Numbers to nine digits. @param {any} value */
const rounded = (value) =>
  JSON.parse(JSON.stringify(value), (_, each) =>
    each?.$numberDouble ? Number(each.$numberDouble).toPrecision(9) : each,
  );

/** Codes of the error that an answer is, or of its statements' errors. @param {Answer} answer @returns {number[]} */
const codesOf = ({ code, writeErrors }) =>
  [code, ...(writeErrors ?? []).map((/** @type {Answer} */ each) => each.code)]
    .filter(Boolean)
    .map(({ $numberInt }) => Number($numberInt));

/** Whether the built-in database alone refuses something with this code. */
const refusedHere =
  (/** @type {number} */ code) =>
  (/** @type {unknown} */ _, /** @type {Answer} */ left, /** @type {Answer} */ right) =>
    codesOf(right).includes(code) && !codesOf(left).includes(code);

/** @param {Answer} answer @param {string} field */
const without = (answer, field) =>
  JSON.parse(JSON.stringify(answer), (name, each) => (name === field ? undefined : each));

const documentsOf = (/** @type {Answer} */ answer) =>
  (answer.documents ?? []).map((/** @type {unknown} */ each) => JSON.stringify(sorted(each))).sort();

/** Whether a document has an array anywhere on a path. @param {any} document @param {string[]} path @returns {boolean} */
const holdsArray = (document, [name = '', ...rest]) => {
  const value = document?.[name];
  return Array.isArray(value) || (rest.length > 0 && holdsArray(value, rest));
};

/**
 * Whether answers differ only by where documents stand that hold an array in a field that is sorted by, or may, since the
 * answer leaves that field out.
 * @param {Answer} command @param {Answer} left @param {Answer} right
 */
function sortsArrays({ find, aggregate, sort = {}, projection = {}, limit, skip }, left, right) {
  if (!find && !aggregate) return false;
  const fields = aggregate ? ['_id'] : Object.keys(sort);
  const shown = Object.keys(projection).map((field) => field.split('.')[0]);
  const isHidden =
    shown.length > 0 && fields.some((field) => field !== '_id' && !shown.includes(field.split('.')[0]));
  const isPlain = (/** @type {Answer} */ each) => !fields.some((field) => holdsArray(each, field.split('.')));
  const plain = (/** @type {Answer} */ answer) => (answer.documents ?? []).filter(isPlain);
  const hasArrays = [left, right].some((each) => plain(each).length < (each.documents ?? []).length);
  if (!isHidden && !hasArrays) return false;
  if (limit || skip) return left.documents?.length === right.documents?.length;
  const isSameOrder = isHidden || isDeepStrictEqual(plain(left), plain(right));
  return isSameOrder && isDeepStrictEqual(documentsOf(left), documentsOf(right));
}

/** What engines that are not MongoDB were seen to do otherwise, and why that does not matter here. @type {Deviation[]} */
const DEVIATIONS = [
  {
    name: 'order of fields',
    why: 'Fields are read by name. What is hashed or compared is put in order first.',
    explains: (_, left, right) => isDeepStrictEqual(sorted(left), sorted(right)),
  },
  {
    name: 'figures of a findAndModify that changes nothing',
    why: 'Only the document that it answers is read.',
    explains: (command, left, right) =>
      command.findAndModify !== undefined &&
      isDeepStrictEqual(sorted(without(left, 'lastErrorObject')), sorted(without(right, 'lastErrorObject'))),
  },
  {
    name: '$min counts a missing field as null',
    why: 'The product takes the least of days and times that every document has.',
    explains: (command, left, right) =>
      inText(command, /\$min/) &&
      isDeepStrictEqual(documentsOf(without(left, 'least')), documentsOf(without(right, 'least'))),
  },
  {
    name: 'sums of fractions are less exact',
    why: 'Money and counts are whole numbers.',
    explains: (command, left, right) =>
      inText(command, /\$sum/) && isDeepStrictEqual(rounded(left), rounded(right)),
  },
  {
    name: 'place of arrays in a sort',
    why: 'The product sorts by fields that hold one value.',
    explains: sortsArrays,
  },
  {
    name: 'arithmetic on what is no number',
    why: 'The product adds to numbers that it has written itself.',
    explains: (command, left, right) =>
      inText(command, /\$inc/) && [left, right].some((each) => codesOf(each).includes(14)),
  },
  {
    name: 'a $push or $addToSet that leaves or adds an empty list',
    why: 'The product adds at least one item, and keeps at least one.',
    explains: (command) => inText(command, /"\$each":\[\]|"\$slice":0/),
  },
  {
    name: 'an update of many documents is done whole or not at all',
    why: 'That is more than MongoDB promises.',
    explains: (command, left, right, answered) =>
      inText(command, /"multi":true/) && [left, right, answered].some((each) => codesOf(each).length > 0),
  },
  {
    name: 'two arrays in the fields of one index are taken',
    why: 'No index of the product has two fields that hold arrays.',
    explains: refusedHere(171),
  },
  {
    name: 'an update that names a field twice is taken',
    why: 'No update of the product does: MongoDB refuses it.',
    explains: refusedHere(40),
  },
];

/**
 * The known deviation that explains a difference.
 * @param {object} command @param {[string, string]} answers of the server and of the built-in database, as canonical EJSON;
 *   or all that each stores, after both `answered` so @param {string} [answered]
 */
export function deviationOf(command, [left, right], answered = '{}') {
  const [one, other, before] = [left, right, answered].map((each) => JSON.parse(each));
  return DEVIATIONS.find(({ explains }) => explains(command, one, other, before));
}
