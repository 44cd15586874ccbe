/**
 * Tests of the store that hold MongoDB to the letter where the product does not depend on it, and why. They may fail on
 * another engine.
 * @type {Record<string, string>}
 */
const MAY_DIFFER = {
  'cursors go on where they were while documents come and go':
    'A cursor may show its collection as it was; what walks one takes what came later in its next pass.',
  ...Object.fromEntries(
    ['staff', 'member'].map((kind) => [
      `everything of a person of kind ${kind} is found by an index`,
      'Events are read whole here; where an engine does so by the index of _id, its plan shows no scan.',
    ]),
  ),
  'fields adds new fields in the order of their names, numbers by value': 'Fields are read by name.',
  'fields refuses arithmetic on what is no number, null included': 'Only which code refuses it differs.',
  'what an update must not be stores no odd names': 'Only which code refuses it differs.',
  'stages limit what the stages after them see': 'Only the text that refuses it differs.',
  'upserts with a condition beside _id give a duplicate when the document is there':
    'The code is the same; which key it was is not named, and the product asks for one at a time.',
  'unique indexes refuse a second value with 11000, keyPattern and keyValue':
    'The same number is always stored in the same type.',
  'unique indexes count missing as null, and items of arrays one by one':
    'Only the key that it names differs.',
  'unique indexes distinguish decimals that differ in the 20th digit, and unite equal numbers':
    'No decimals are stored.',
  'managing refuses arrays that would have to be crossed': 'No index has two fields that hold arrays.',
  'ranges cross all types with MinKey and MaxKey': 'Neither is asked for.',
  'sorting takes the smallest item upwards and the greatest downwards; empty comes before null':
    'What is sorted by holds one value.',
  '$group sums numbers of all types, exactly': 'Money and counts are whole numbers.',
  '$group groups by several fields, of which a missing one is not null':
    'Every document has what is grouped by.',
  '$group finds minima, without null and missing': 'Every document has what the least is taken of.',
  'updates as the model does, and indexes follow':
    'It adds to values that are no numbers, which the product never does.',
};

/**
 * Sorts the failed tests of some files of a run. `known`: those that may differ, with why.
 * @param {{ name: string, message: string, assertionResults: { fullName: string, status: string }[] }[]} testResults Jest's
 */
export function failedTests(testResults) {
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  const titles = all.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  const unrun = testResults
    .filter(({ assertionResults, message }) => assertionResults.length === 0 && message)
    .map(({ name }) => `${name} did not run`);
  return {
    files: testResults.length,
    passed: all.filter(({ status }) => status === 'passed').length,
    failed: [...unrun, ...titles.filter((title) => !(title in MAY_DIFFER))],
    known: titles.filter((title) => title in MAY_DIFFER).map((title) => `${title}: ${MAY_DIFFER[title]}`),
  };
}
