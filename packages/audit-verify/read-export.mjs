import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** @typedef {import('./canonical.mjs').Document} Document */
/** @typedef {(line: string) => void} Report receives each difference */

/** An export that can't be read at all. */
export class Unreadable extends Error {}

/** @param {string} directory @returns {Document} @throws Unreadable */
export function readManifest(directory) {
  let manifest;
  try {
    manifest = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
  } catch {
    throw new Unreadable(`${directory} has no manifest: it is no export, or one that was cut off`);
  }
  if (manifest.format !== 1)
    throw new Unreadable(`${directory} is of a format that this program does not know`);
  return manifest;
}

/**
 * The documents of a file, checked against the manifest.
 * @param {string} directory @param {Document} manifest @param {string} name @param {Report} report
 * @returns {Promise<Document[]>}
 */
export async function readDocuments(directory, manifest, name, report) {
  const expected = manifest.files[name];
  if (!expected) throw new Unreadable(`the manifest does not name ${name}`);
  const hash = createHash('sha256');
  const stream = createReadStream(join(directory, `${name}.ndjson`));
  stream.on('data', (chunk) => hash.update(chunk));
  /** @type {Document[]} */
  const documents = [];
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY }))
      documents.push(JSON.parse(line));
  } catch (error) {
    throw new Unreadable(
      `${name}.ndjson, line ${documents.length + 1}: ${/** @type {Error} */ (error).message}`,
    );
  }
  if (documents.length !== expected.lines)
    report(`${name}.ndjson has ${documents.length} lines, the manifest says ${expected.lines}`);
  if (hash.digest('hex') !== expected.sha256) report(`${name}.ndjson is not the file of the manifest`);
  for (const [field, cents] of Object.entries(expected.sums)) {
    const sum = documents.reduce((total, each) => total + (each[field] ?? 0), 0);
    if (sum !== cents) report(`${name}.ndjson: ${field} adds up to ${sum}, the manifest says ${cents}`);
  }
  return documents;
}

/** Documents by a number of theirs. @param {Document[]} documents @param {(each: Document) => number} numberOf */
export function byNumber(documents, numberOf) {
  /** @type {Map<number, Document[]>} */
  const lists = new Map();
  for (const each of documents) {
    const number = numberOf(each);
    const own = lists.get(number);
    if (own) own.push(each);
    else lists.set(number, [each]);
  }
  return lists;
}
