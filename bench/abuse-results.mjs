import { setTimeout as delay } from 'node:timers/promises';
import { addEntries, addPeople } from './payroll-data.mjs';

/** Files that a clerk sends one after the other; more are refused as too many. */
const FILES = 12;
const FILE_BYTES = 20_000_000;
/** Payments of a full file (docs/SECURITY.md, Uploads and imports). */
const PAYMENTS = 250_000;
/** Of so many payments of a full file one was returned. */
const RETURNED_OF = 50;
const FOLLOW_EVERY_MS = 250;
const INSERTED_AT_ONCE = 5000;

/** What a file repeats that is none: rows of another table, a quoted cell without an end, empty lines. */
const CONTENTS = ['a,b\n', '"', '\n'].map((text) => Buffer.alloc(FILE_BYTES, text));
/** @param {number} first id of its first payment */
const fullFile = (first) =>
  Buffer.from(
    `Recipient,Amount,Currency,Unique ID,Status\n${Array.from({ length: PAYMENTS }, (_, at) => `${recipientOf(first + at)},4.00,USD,${first + at},${at % RETURNED_OF ? 'Completed' : 'Failed'}\n`).join('')}`,
  );
/** @param {number} id of the payment */
const recipientOf = (id) => `person-${id}@example.com`;
/** A file that could be one, full of payments that nobody made. */
const UNKNOWN = fullFile(900_000_000);

/**
 * @param {string} url
 * @param {string} cookie of a session with the permission payroll
 * @returns {(path: string, body: Buffer, headers?: Record<string, string>) => Promise<{ status: number, body: any }>} uploads a file
 */
const uploader =
  (url, cookie) =>
  async (path, body, headers = {}) => {
    const answer = await fetch(`${url}/api/payment-results${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', origin: url, cookie, ...headers },
      body,
    });
    return { status: answer.status, body: await answer.json() };
  };

/**
 * Sends files of results of the largest size that are none, and waits until the worker has refused each.
 * @param {string} url
 * @param {string} cookie as uploader
 * @returns {Promise<{ text: string }>} what came of them
 */
export async function floodResults(url, cookie) {
  const began = performance.now();
  const upload = uploader(url, cookie);
  const statuses = [];
  for (let sent = 0; sent < FILES; sent += 1) {
    const file = [...CONTENTS, UNKNOWN][sent % (CONTENTS.length + 1)] ?? UNKNOWN;
    statuses.push((await upload('?format=paypal', file)).status);
  }
  const refused = statuses.filter((status) => status === 400).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { text: `${refused} of ${FILES} refused as no such file, over after ${seconds} s` };
}

/**
 * Adds a pay file that was downloaded, with as many payments as one may hold: one is executed, the others are its copies.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 * @returns {Promise<Buffer>} PayPal's results of all of them
 */
export async function addSentPayments(domain) {
  const by = { actor: domain.SYSTEM_ACTOR };
  await addPeople(domain, 1);
  await addEntries(domain, 1, 0, 1);
  const items = [{ personID: 1 }];
  await domain.executePayroll({ payrollType: 1, endDate: '2026-03-31', items, by: domain.SYSTEM_ACTOR });
  const executed = await domain.PayrollModel.findOne().lean();
  if (!executed) throw new Error('nothing was executed');
  // They are of no record of the journal: what follows its records passes them over.
  const { _id: first, seq: _, ...copied } = executed;
  const payrollIDs = Array.from({ length: PAYMENTS }, (_, at) => first + at);
  const paid = (/** @type {number} */ id) => ({ paymentType: 2, payPalUserName: recipientOf(id) });
  await domain.PayrollModel.updateOne({ _id: first }, { $set: paid(first) });
  for (let at = 1; at < PAYMENTS; at += INSERTED_AT_ONCE) {
    const copies = payrollIDs.slice(at, at + INSERTED_AT_ONCE).map((id) => {
      const personID = id - first + 1;
      return { ...copied, ...paid(id), _id: id, personID, payee: `affiliate:${personID}` };
    });
    await domain.PayrollModel.collection.insertMany(/** @type {any[]} */ (copies), { ordered: false });
  }
  await domain.CounterModel.updateOne({ _id: 'payrollID' }, { $max: { value: payrollIDs.at(-1) } });
  const { _id } = await domain.beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  const file = await domain.finishPayFile(_id);
  for (const { number } of domain.payFileParts(file)) await domain.payFileText(_id, number, undefined, by);
  return fullFile(first);
}

/**
 * Has the payments of addSentPayments marked, as a clerk does: shown first, then confirmed.
 * @param {string} url
 * @param {string} cookie as uploader
 * @param {Buffer} file
 * @returns {Promise<{ text: string, seconds: number }>} what came of it @throws Error when it was refused
 */
export async function markResults(url, cookie, file) {
  const upload = uploader(url, cookie);
  /** @param {string} path */
  const resultOf = async (path) => {
    const { status, body } = await upload(path, file, { prefer: 'respond-async' });
    if (status !== 202) throw new Error(`the file was not taken: ${status}`);
    for (;;) {
      const answer = await fetch(`${url}/api/jobs/${body.id}`, { headers: { cookie } });
      const { state, result, error } = await answer.json();
      if (state === 'completed') return result;
      if (state === 'failed' || !answer.ok)
        throw new Error(`the file was not read: ${error ?? answer.status}`);
      await delay(FOLLOW_EVERY_MS);
    }
  };
  const began = performance.now();
  const { digest } = await resultOf('?format=paypal');
  const shown = performance.now();
  const { paid, returned } = await resultOf(`/marks?format=paypal&digest=${digest}`);
  if (paid + returned !== PAYMENTS) throw new Error(`${paid} paid and ${returned} returned`);
  const [showing, marking] = [(shown - began) / 1000, (performance.now() - shown) / 1000];
  return {
    seconds: showing + marking,
    text: `shown after ${showing.toFixed(1)} s, ${paid} marked paid and ${returned} returned ${marking.toFixed(1)} s later`,
  };
}
