import { Agent, request } from 'node:http';
import { seededRandom } from '../scripts/lib/chaos/random.mjs';
import { drawPicture } from '../scripts/lib/demo/draw-picture.mjs';
import { inTurns } from '../scripts/lib/in-turns.mjs';
import { signIn } from '../scripts/lib/sign-in.mjs';
import { repeating, secondsSince } from './frame.mjs';

const INSERTED_AT_ONCE = 5000;
const FILES_AT_ONCE = 100;

const { between } = seededRandom(1);
/** The same numbers each time. */
export const random = (below) => between(0, below - 1);

export const numbered = (count, first = 1) => Array.from({ length: count }, (_, index) => first + index);

/** Affiliates 1 to `affiliates`, whose links are T1, T2 …, and as many `staff`. `first`: the id of the first affiliate. */
export function addPeople(domain, { affiliates, staff = 0, first = 1 }) {
  const personOf = (kind, id) => {
    return { emailAddress: `${kind}${id}@example.com`, firstName: 'Ann', lastName: `Number ${id}` };
  };
  return domain.importPeople({
    affiliates: numbered(affiliates, first).map((affID) => {
      return { affID, trackID: `T${affID}`, commission: 20, ...personOf('aff', affID) };
    }),
    staff: numbered(staff).map((staffID) => ({ staffID, commission: 40, ...personOf('staff', staffID) })),
  });
}

/** A sale of a member's on a day. */
export function saleOf(eventID, memberID, day) {
  const at = `${day}T15:00:00Z`;
  return { eventID, type: 'sale', at, memberID, amountCents: 1000, transactionType: 'initial' };
}

/** A member joins by an affiliate's link. */
export function joinOf(memberID, affID, at) {
  return { eventID: `j${memberID}`, type: 'member.joined', at, memberID, trackID: `T${affID}` };
}

/** The n-th day of the month that most benches are about, from 0. */
export const dayOf = (n) => `2026-03-${String((n % 31) + 1).padStart(2, '0')}`;

/** Takes events in by one call. */
export async function ingest(domain, events) {
  const { refused } = await domain.ingestEvents(events.map((value, index) => ({ line: index + 1, value })));
  if (refused[0]) throw new Error(JSON.stringify(refused[0]));
}

/** Takes events in by many calls, some at a time. @param eventOf the n-th, from 0 */
export async function ingestMany(domain, count, eventOf, { call = 4000, atOnce = 1 } = {}) {
  await inTurns(numbered(Math.ceil(count / call), 0), atOnce, async (number) => {
    const from = number * call;
    await ingest(domain, numbered(Math.min(call, count - from), from).map(eventOf));
  });
}

/** How many days each person of addEntries earns on, unless others are named. */
export const DAYS = 2;

/**
 * Entries, day totals and sources as the journal would write them, which is faster than taking events in. `from`: entries
 * that each person's day has already; `to`: that it shall have; `first`: the id of the first person.
 */
export async function addEntries(domain, persons, { from = 0, to, days = DAYS, first = 1 }) {
  const started = performance.now();
  const amounts = { amountCents: 1000, payoutCents: 200, commission: 20 };
  const posted = { postedEntries: to - from, postedCents: 200 * (to - from) };
  const soldOn = (some) => {
    const count = some * (to - from);
    return { salesCount: count, salesCents: 1000 * count, payoutCents: 200 * count };
  };
  const upsert = (_id, $inc, $set) => ({
    updateOne: { filter: { _id }, update: { $inc, $set }, upsert: true },
  });
  let entries = [];
  let totals = [];
  const flush = async () => {
    await domain.EntryModel.collection.insertMany(entries, { ordered: false });
    await domain.DayTotalModel.collection.bulkWrite(totals, { ordered: false });
    entries = [];
    totals = [];
  };
  for (let index = 0; index < days; index += 1) {
    const day = dayOf(index);
    const when = { at: new Date(`${day}T15:00:00Z`), day, postedDay: day };
    for (const personID of numbered(persons, first)) {
      const payee = `affiliate:${personID}`;
      for (let entry = from; entry < to; entry += 1)
        entries.push({ _id: `${personID}-${index}-${entry}`, payee, type: 'sale', ...when, ...amounts });
      const total = { kind: 'affiliate', personID, day, open: true, seq: 1 };
      totals.push(upsert(`${payee}:${day}`, { ...posted, ...soldOn(1) }, total));
      if (entries.length >= INSERTED_AT_ONCE) await flush();
    }
  }
  if (totals.length) await flush();
  const sources = numbered(persons, first).map((affID) =>
    upsert(`${affID}||`, soldOn(days), { affID, tid: '', lp: '', seq: 1 }),
  );
  await domain.SourceTotalModel.collection.bulkWrite(sources, { ordered: false });
  console.log(`${persons * days * to} entries there after ${secondsSince(started)} s`);
}

/** Executes affiliates 1 to `persons`. @throws Error when somebody is not paid */
export async function payEverybody(domain, persons, endDate) {
  const items = numbered(persons).map((personID) => ({ personID }));
  const done = await domain.executePayroll({ payrollType: 1, endDate, items, by: domain.SYSTEM_ACTOR });
  if (done.some(({ outcome }) => outcome !== 'executed')) throw new Error('not everybody was executed');
}

/** Where the copies of copyPayroll are paid. */
export const recipientOf = (id) => `person-${id}@example.com`;

/** Leaves the first payroll alone and makes it one of so many, each of a person with a PayPal account. @returns their ids */
export async function copyPayroll(domain, count) {
  // The copies are of no record of the journal: what follows its records passes them over.
  const { _id: first, seq: _, ...copied } = await domain.PayrollModel.findOne().sort({ _id: 1 }).lean();
  const ids = numbered(count, first);
  const paid = (id) => {
    const personID = id - first + 1;
    const payroll = { ...copied, paymentType: 2, payPalUserName: recipientOf(id), _id: id, personID };
    return { ...payroll, payee: `affiliate:${personID}`, accountSeal: domain.accountSealOf(payroll) };
  };
  await domain.PayrollModel.deleteMany({ _id: { $gt: first } });
  const { _id: __, ...own } = paid(first);
  await domain.PayrollModel.updateOne({ _id: first }, { $set: own });
  for (let at = 1; at < count; at += INSERTED_AT_ONCE) {
    const copies = ids.slice(at, at + INSERTED_AT_ONCE).map(paid);
    await domain.PayrollModel.collection.insertMany(copies, { ordered: false });
  }
  await domain.CounterModel.updateOne({ _id: 'payrollID' }, { $max: { value: ids.at(-1) } });
  return ids;
}

/** The queue that is filled. */
export const QUEUE = { type: 3, path: '/gallery-images' };
/** The pictures' ids begin after it. */
export const BEFORE_PICTURES = 10_000;

/** A queue of nothing but unprocessed pictures, which all look the same: what counts is how many there are. */
export async function fillQueue({ domain, storage }, count) {
  await domain.PictureModel.deleteMany({});
  const { picture } = await drawPicture(1);
  const started = performance.now();
  const pictures = numbered(count, BEFORE_PICTURES + 1);
  const folder = domain.folderOf(QUEUE.type);
  for (let from = 0; from < pictures.length; from += FILES_AT_ONCE) {
    const ids = pictures.slice(from, from + FILES_AT_ONCE);
    const documents = ids.map((photoID) => pictureOf(photoID, domain.makePictureName()));
    // Each is encrypted for its own name, so that one file cannot stand for all.
    const files = documents.flatMap(({ photo }) => [
      storage.put(domain.pictureKey(folder, photo), picture),
      storage.put(domain.thumbnailKey(folder, photo), picture),
    ]);
    await Promise.all(files);
    await domain.PictureModel.collection.insertMany(documents);
  }
  console.log(`${count} pictures made in ${secondsSince(started)} s`);
}

function pictureOf(photoID, photo) {
  const owner = { staffID: photoID, profileID: photoID, memberID: 0 };
  const file = { photo, width: 320, height: 400, hash: '', hashBands: [], near: [] };
  const review = { status: 0, review: 0, decisions: [], history: [], decidedBy: null, decidedAt: null };
  const state = { stage: 'ready', listed: true, uploadKey: `bench:${photoID}`, createdAt: new Date() };
  return { photoID, type: QUEUE.type, ...owner, ...file, ...review, ...state };
}

/** Signs in. @param address that the visitor comes from @returns the session's cookies */
export async function enter(url, login, address) {
  const cookies = await signIn(url, login, address);
  if (!cookies) throw new Error(`${login.EmailAddress} could not sign in`);
  return cookies;
}

let sent = 0;

/** So many senders, each with one event a call, one call after the other. */
export function senders(secret, urls, count, persons) {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  return repeating(count, (index) => {
    sent += 1;
    // After both payrolls: what is sent under load changes no reviewed balance, and touches the same people.
    const event = saleOf(`live${sent}`, (sent % persons) + 1, '2026-03-20');
    return post(agent, urls[index % urls.length], secret, JSON.stringify([event]));
  });
}

async function post(agent, url, secret, body) {
  const { signCall } = await import('@partnerdesk/node');
  const call = { method: 'POST', address: '/api/events', timestamp: String(Date.now()) };
  const proof = signCall(secret, call, Buffer.from(body));
  const headers = { ...proof, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/events`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`events: ${answer.statusCode}`)),
      );
    });
    sending.on('error', reject);
    sending.end(body);
  });
}
