/* One set of floods over the same visitors, accounts and payments, and what each does to a server. */
import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { inTurns } from '../scripts/lib/in-turns.mjs';
import { addEntries, addPeople, copyPayroll, enter, numbered, payEverybody, recipientOf } from './data.mjs';
import { bench, median, memoryOf, repeating, report, secondsSince, spreadOf } from './frame.mjs';

const UPLOAD_BYTES = 10_000_000;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const REST_MS = 1000;
const PASSWORD = 'bench-pass-long-1';
const EMAIL_CHANGES = 200;
/** Guesses at one account, each from an address of its own, so many at once. */
const GUESSES = 400;
const GUESSES_AT_ONCE = 8;
/** The owner's sign-ins meanwhile, each on a device that is not known. */
const OWNER_SIGN_INS = 10;
const OWNER = { EmailAddress: 'bench-owner@example.com', Password: PASSWORD };
/** Whose email changes. */
const MOVER = { EmailAddress: 'bench-mover@example.com', Password: PASSWORD };
const STRANGERS = ['bench-stranger@example.com', 'bench-other@example.com'];
/** Files that a clerk sends one after the other; more are refused as too many. */
const FILES = 12;
const FILE_BYTES = 20_000_000;
/** Payments of a full file (docs/SECURITY.md, Uploads and imports). */
const PAYMENTS = 250_000;
/** Of so many payments of a full file one was returned. */
const RETURNED_OF = 50;
const FOLLOW_EVERY_MS = 250;
/** Below the 400 requests that a server works on at once: that bound is in both. */
const MAX_SIGN_INS = 380;
/** An ordinary visitor's call, so often while the flood lasts (ms). */
const ORDINARY_EVERY_MS = 50;
const MB = 1_000_000;
const LOGINS = numbered(50, 0).map((id) => ({ EmailAddress: `bench-${id}@example.com`, Password: PASSWORD }));

const about = `Prints what floods by strangers do to a web server, and what the largest file of bank results does that is one: servers
over one database, one after the other. Exit code 1 when memory or an honest visitor's time is over its goal, or the
owner of an account that is attacked is locked out.`;
const options = { 'sign-ins': MAX_SIGN_INS, uploads: 200, streams: 1000 };

bench('abuse', { about, options, needs: 'redis' }, async ({ domain, start, values }) => {
  const { 'sign-ins': signIns, uploads, streams } = values;
  const file = await addData(domain);
  const run = (title, act, more) => runFlood(start, { title, act, ...more });
  const hashes = Math.min(signIns, MAX_SIGN_INS);
  await run(`${hashes} sign-ins at once`, (url) => floodSignIns(url, hashes));
  const unfinished = await run(`${uploads} unfinished uploads of 10 MB, signed wrongly`, (url) =>
    floodUploads(url, uploads),
  );
  report(`memory of ${uploads} unfinished uploads`, unfinished.riseMb, 'MB', { atMost: 50 });
  const enterAll = (url) => inTurns(LOGINS, 1, (login) => enter(url, login, anyAddress()));
  const streaming = (url, cookies) => floodStreams(url, streams, cookies);
  await run(`${streams} streams of ${LOGINS.length} people`, streaming, { before: enterAll });

  const emails = `${EMAIL_CHANGES} changes of an affiliate's email, to two strangers' by turns`;
  const countMails = () => domain.MailModel.countDocuments({ to: { $in: STRANGERS } });
  const { mails } = await run(emails, (url, cookie) => floodEmails(url, cookie, countMails), {
    before: (url) => enter(url, MOVER, anyAddress()),
    isJudged: true,
  });
  // A person enters five emails a day.
  report(`mails to the two strangers during ${emails}`, mails, 'mails', { atMost: 5 });

  const guesses = `${GUESSES} guesses at an account from as many addresses, and its owner on new devices`;
  const { signedIn } = await run(guesses, floodGuesses, { isJudged: true });
  const own = 'sign-ins of the owner on new devices during the guesses';
  report(own, signedIn, `of ${OWNER_SIGN_INS}`, { atLeast: OWNER_SIGN_INS });

  const asClerk = {
    before: (url) => enter(url, LOGINS[0], anyAddress()),
    isJudged: true,
    besideWorker: true,
  };
  const none = await run('files of bank results of 20 MB that are none', floodResults, asClerk);
  report('memory of files of bank results', none.riseMb, 'MB', { atMost: 250 });
  const marked = 'a file of bank results with 250,000 payments, shown and marked';
  const largest = await run(marked, (url, cookie) => markResults(url, cookie, file), asClerk);
  report(`memory of the web server during ${marked}`, largest.riseMb, 'MB', { atMost: 250 });
  report(`memory of the worker during ${marked}, all of it`, largest.workerMb, 'MB', { atMost: 768 });
  report(marked, largest.seconds, 's');
});

/** People who sign in. @returns results of payments that were sent */
async function addData(domain) {
  // Before others have taken the numbers of the people that it adds.
  const file = await addSentPayments(domain);
  const permissions = ['statistics', 'payroll'];
  for (const { EmailAddress: emailAddress, Password: password } of LOGINS)
    await domain.createAdministrator({ emailAddress, password, firstName: 'Bench', permissions });
  for (const { EmailAddress: emailAddress, Password: password } of [OWNER, MOVER])
    await domain.registerAffiliate({ emailAddress, password, firstName: 'Bench' });
  return file;
}

/**
 * A flood on a server of its own: what one leaves behind is not the next one's. Meanwhile an ordinary visitor calls and
 * asks for /healthz again and again.
 * @param flood `act`: floods a server, with what `before` makes, unobserved; `isJudged`: the visitor's times have goals;
 *   `besideWorker`: it makes work for one
 * @returns what `act` found, and the memory that the server took besides and the worker in all (MB)
 */
async function runFlood(start, { title, act, before, isJudged, besideWorker }) {
  // Each call of a flood comes from an address of its own, as from a botnet: limits by address don't help.
  const server = await start.server({ TRUST_PROXY: '127.0.0.1' });
  const worker = besideWorker ? await start.worker() : undefined;
  const prepared = await before?.(server.url);
  const visit = () => timeOf(`${server.url}/api/configuration`);
  for (let call = 0; call < 20; call += 1) await visit();
  const atFirst = memoryOf(server.pid);
  const [memory, workerMemory, times, healthTimes] = [[atFirst], [0], [], []];
  let refused = 0;
  const visitor = repeating(1, async () => {
    const time = await visit();
    if (time === undefined) refused += 1;
    else times.push(time);
    healthTimes.push((await timeOf(`${server.url}/healthz`)) ?? Number.POSITIVE_INFINITY);
    memory.push(memoryOf(server.pid));
    if (worker) workerMemory.push(memoryOf(worker.pid));
    await delay(ORDINARY_EVERY_MS);
  });
  const found = await act(server.url, prepared).finally(visitor.end);
  await server.end();
  await worker?.end();
  const riseMb = (Math.max(...memory) - atFirst) / MB;
  const workerMb = Math.max(...workerMemory) / MB;
  const held = `+${riseMb.toFixed(0)} MB at the peak${worker ? `, the worker at most ${workerMb.toFixed(0)} MB` : ''}`;
  const [visits, health] = [spreadOf(times), spreadOf(healthTimes)];
  const calls = `another visitor waits ${visits.text}, and is refused ${refused} times; /healthz ${health.text}`;
  console.log(`${title}: ${found.text}; ${held}; ${calls}`);
  if (isJudged)
    for (const [what, { p95 }] of Object.entries({ 'an honest visitor’s call': visits, '/healthz': health }))
      report(`${what} during ${title} (p95)`, p95, 'ms', { atMost: 300 });
  return { ...found, riseMb, workerMb };
}

/** Asks as a visitor's browser does, for compressed content. @returns ms until the answer is there; undefined: refused */
async function timeOf(url) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await answer.arrayBuffer();
  return answer.ok ? performance.now() - began : undefined;
}

const anyAddress = () => [10, ...randomBytes(3)].join('.');

/** Posts JSON, from any address. */
async function post(url, path, json, more) {
  const headers = {
    'content-type': 'application/json',
    origin: url,
    'x-forwarded-for': anyAddress(),
    ...more,
  };
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(json) });
  return { status: answer.status, body: await answer.json() };
}

const guess = (url, EmailAddress) => post(url, '/api/login', { EmailAddress, Password: 'wrong-password' });

async function floodSignIns(url, count) {
  const began = performance.now();
  const answers = await Promise.all(
    numbered(count, 0).map((index) => guess(url, `nobody-${index}@example.com`)),
  );
  const hashed = answers.filter(({ status }) => status === 200).length;
  return { text: `${hashed} hashed, ${count - hashed} refused, over after ${secondsSince(began)} s` };
}

async function floodUploads(url, count) {
  const uploads = numbered(count).map(() => unfinishedUpload(url));
  const outcomes = await Promise.all(uploads.map(({ sent }) => sent));
  await delay(REST_MS);
  for (const { socket } of uploads) socket.destroy();
  const refused = outcomes.filter((outcome) => outcome === 'refused').length;
  return { text: `${count - refused} taken in, ${refused} refused` };
}

/** An upload that stops short of its end. */
function unfinishedUpload(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const digest = createHash('sha256').update(randomBytes(8)).digest('hex');
  const headers = ['Host: a', 'Content-Type: image/jpeg', `Content-Length: ${UPLOAD_BYTES}`];
  const proof = [`X-Timestamp: ${Date.now()}`, `X-Content-SHA256: ${digest}`, `X-Signature: ${digest}`];
  const lines = ['POST /api/photos?type=1&staffID=1 HTTP/1.1', ...headers, ...proof, '\r\n'];
  socket.write(lines.join('\r\n'));
  const sent = new Promise((resolve) => {
    for (const event of ['data', 'error', 'close']) socket.once(event, () => resolve('refused'));
    let left = UPLOAD_BYTES - CHUNK.length;
    const write = () => {
      while (left > 0 && !socket.destroyed) {
        left -= CHUNK.length;
        if (!socket.write(CHUNK)) return socket.once('drain', write);
      }
      resolve('taken');
    };
    write();
  });
  return { socket, sent };
}

async function floodStreams(url, count, cookies) {
  const flood = new AbortController();
  const streams = numbered(count, 0).map((index) => {
    const how = { headers: { cookie: cookies[index % cookies.length] }, signal: flood.signal };
    return fetch(`${url}/api/statistics-changes`, how).catch(() => undefined);
  });
  const answers = await Promise.all(streams);
  await delay(REST_MS);
  flood.abort();
  const open = answers.filter((answer) => answer?.ok).length;
  return { text: `${open} open, ${count - open} refused` };
}

/** @param cookie of MOVER @param countMails that STRANGERS have been sent */
async function floodEmails(url, cookie, countMails) {
  const before = await countMails();
  let saved = 0;
  const { session } = await (await fetch(`${url}/api/session`, { headers: { cookie } })).json();
  for (let change = 0; change < EMAIL_CHANGES; change += 1) {
    const account = accountOf(session.affID, STRANGERS[change % 2]);
    const { status } = await post(url, '/api/update-affiliate-account', account, { cookie });
    if (status === 200) saved += 1;
    else if (status !== 429) throw new Error(`a change of an email: ${status}`);
  }
  const mails = (await countMails()) - before;
  return { mails, text: `${saved} saved, ${EMAIL_CHANGES - saved} refused; ${mails} mails to them` };
}

function accountOf(affID, emailAddress) {
  const names = { firstName: 'Bench', lastName: 'Owner', skypeUserName: '' };
  const address = { address1: '1 Street', address2: '', postalCode: '1', countryID: 124 };
  return {
    PersonalInformation: { affID, emailAddress, ...names, ...address },
    PaymentInformation: { affID, paymentType: 2, paypalID: 'bench@pay.example' },
    TaxInformation: null,
  };
}

/**
 * Guesses at the owner's account from everywhere; meanwhile the owner signs in on new devices as the browser does, with
 * a solved challenge where the account's delay asks for one.
 */
async function floodGuesses(url) {
  const guessing = inTurns(numbered(GUESSES), GUESSES_AT_ONCE, () => guess(url, OWNER.EmailAddress));
  const times = [];
  for (let count = 0; count < OWNER_SIGN_INS; count += 1) {
    const began = performance.now();
    if (await signInAsOwner(url)) times.push(performance.now() - began);
  }
  const answered = (await guessing).filter(({ status }) => status === 200).length;
  const waited = `the owner signs in ${times.length} times of ${OWNER_SIGN_INS}, in ${median(times).toFixed(0)} ms`;
  const text = `${answered} guesses answered, ${GUESSES - answered} refused; ${waited}`;
  return { signedIn: times.length, text };
}

/** Whether a session began. */
async function signInAsOwner(url) {
  const from = { 'x-forwarded-for': anyAddress() };
  const first = await post(url, '/api/login', OWNER, from);
  if (first.status !== 429) return first.body.result === 1;
  const CaptchaToken = solve(first.body.error.details.challenge);
  return (await post(url, '/api/login', { ...OWNER, CaptchaToken }, from)).body.result === 1;
}

/** What CaptchaToken carries, by a challenge. */
function solve(challenge) {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge.challenge}.${nonce}`).digest();
    if (hash.readUInt32BE() >>> (32 - challenge.difficulty) === 0)
      return Buffer.from(JSON.stringify({ ...challenge, nonce })).toString('base64url');
  }
}

/** PayPal's results of as many payments as one file may hold. @param first id of its first payment */
function fullFile(first) {
  const rows = numbered(PAYMENTS, first).map(
    (id, at) => `${recipientOf(id)},4.00,USD,${id},${at % RETURNED_OF ? 'Completed' : 'Failed'}\n`,
  );
  return Buffer.from(`Recipient,Amount,Currency,Unique ID,Status\n${rows.join('')}`);
}

/** @param cookie of a session with the permission payroll @param more headers */
async function upload(url, cookie, path, file, more) {
  const headers = { 'content-type': 'application/octet-stream', origin: url, cookie, ...more };
  const answer = await fetch(`${url}/api/payment-results${path}`, { method: 'POST', headers, body: file });
  return { status: answer.status, body: await answer.json() };
}

/** Sends files of results of the largest size that are none, and waits until the worker has refused each. */
async function floodResults(url, cookie) {
  const began = performance.now();
  // Rows of another table, a quoted cell without an end, empty lines; and payments that nobody made.
  const repeated = ['a,b\n', '"', '\n'].map((text) => Buffer.alloc(FILE_BYTES, text));
  const files = [...repeated, fullFile(900_000_000)];
  let refused = 0;
  for (let sent = 0; sent < FILES; sent += 1) {
    const { status } = await upload(url, cookie, '?format=paypal', files[sent % files.length]);
    if (status === 400) refused += 1;
  }
  return { text: `${refused} of ${FILES} refused as no such file, over after ${secondsSince(began)} s` };
}

/** Adds a pay file that was downloaded, with as many payments as one may hold. @returns PayPal's results of all of them */
async function addSentPayments(domain) {
  const by = { actor: domain.SYSTEM_ACTOR };
  await addPeople(domain, { affiliates: 1 });
  await addEntries(domain, 1, { to: 1 });
  await payEverybody(domain, 1, '2026-03-31');
  const payrollIDs = await copyPayroll(domain, PAYMENTS);
  const { _id } = await domain.beginPayFile({ payrollType: 1, format: 'paypal', payrollIDs, by });
  const file = await domain.finishPayFile(_id);
  for (const { number } of domain.payFileParts(file)) await domain.payFileText(_id, number, undefined, by);
  return fullFile(payrollIDs[0]);
}

/** Has the payments of addSentPayments marked, as a clerk does: shown first, then confirmed. */
async function markResults(url, cookie, file) {
  const resultOf = async (path) => {
    const { status, body } = await upload(url, cookie, path, file, { prefer: 'respond-async' });
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
  const showing = Number(secondsSince(began));
  const { paid, returned } = await resultOf(`/marks?format=paypal&digest=${digest}`);
  if (paid + returned !== PAYMENTS) throw new Error(`${paid} paid and ${returned} returned`);
  const seconds = Number(secondsSince(began));
  const marking = (seconds - showing).toFixed(1);
  const text = `shown after ${showing.toFixed(1)} s, ${paid} marked paid and ${returned} returned ${marking} s later`;
  return { seconds, text };
}
