import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { buildServers } from '../scripts/lib/builds.mjs';
import { runMain } from '../scripts/lib/failure.mjs';
import { inRoot } from '../scripts/lib/paths.mjs';
import { withServices } from '../scripts/lib/services.mjs';
import { addSentPayments, floodResults, markResults } from './abuse-results.mjs';
import { report } from './figures.mjs';
import { signIn, startServer, startWorker } from './web-server.mjs';

/** Below the 400 requests that a server works on at once: that bound is in both. */
const MAX_SIGN_INS = 380;
const UPLOAD_BYTES = 10_000_000;
const CHUNK = Buffer.alloc(64 * 1024, 'x');
const PEOPLE = 50;
const PASSWORD = 'bench-pass-long-1';
/** An ordinary visitor's call, so often while the flood lasts (ms). */
const ORDINARY_EVERY_MS = 50;
const SETTLE_MS = 1000;
const MB = 1_000_000;
/** What unfinished uploads may add to the memory. */
const AIM_MB = 50;
/** How long an honest visitor may wait while an account is attacked (ms, 95 of 100 calls). */
const AIM_P95_MS = 300;
/** What files of results may add to the memory, a full one among them. */
const RESULTS_AIM_MB = 250;
/** What a worker that marks a full file may hold. */
const WORKER_AIM_MB = 768;
const EMAIL_CHANGES = 200;
/** A person enters five emails a day. */
const MAILS_AIM = 5;
/** Guesses at one account, each from an address of its own, so many at once. */
const GUESSES = 400;
const GUESSES_AT_ONCE = 8;
/** The owner's sign-ins meanwhile, each on a device that is not known. */
const OWNER_SIGN_INS = 10;
const OWNER = { EmailAddress: 'bench-owner@example.com', Password: PASSWORD };
/** Whose email changes. */
const MOVER = { EmailAddress: 'bench-mover@example.com', Password: PASSWORD };
const STRANGERS = ['bench-stranger@example.com', 'bench-other@example.com'];

/**
 * Prints what floods by strangers do to a web server, without its gates and with them, and what the largest file of bank
 * results does that is one: servers over one database, one after the other. Exit code 1 when, with gates, memory or an
 * honest visitor's time is over its aim, or the owner of an account that is attacked is locked out.
 */
runMain(async () => {
  const { values } = parseArgs({
    options: {
      'sign-ins': { type: 'string', default: String(MAX_SIGN_INS) },
      uploads: { type: 'string', default: '200' },
      streams: { type: 'string', default: '1000' },
    },
  });
  const sizes = {
    signIns: Math.min(Number(values['sign-ins']), MAX_SIGN_INS),
    uploads: Number(values.uploads),
    streams: Number(values.streams),
  };
  const data = await mkdtemp(join(tmpdir(), 'bench-abuse-'));
  try {
    await buildServers();
    return await withServices({ data, redis: true, command: 'npm run bench:abuse' }, async ({ env }) => {
      const domain = await connectDomain(env);
      return compare(env, sizes, domain).finally(domain.disconnectDatabase);
    });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
});

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {{ signIns: number, uploads: number, streams: number }} sizes
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 */
async function compare(env, sizes, domain) {
  const { logins, results } = await addData(domain);
  const countMails = () => domain.MailModel.countDocuments({ to: { $in: STRANGERS } });
  const data = { logins, countMails };
  const without = await measure(env, sizes, data, ['--require', inRoot('bench', 'without-gates.cjs')]);
  const withGates = await measure(env, sizes, data, []);
  const marked = await runFlood(
    env,
    async (system) => {
      const [cookie = ''] = await signInAll(system, logins.slice(0, 1));
      return () => markResults(system.url, cookie, results);
    },
    { besideWorker: true },
  );
  const titles = {
    hashes: `${sizes.signIns} sign-ins at once`,
    uploads: `${sizes.uploads} unfinished uploads of 10 MB, signed wrongly`,
    streams: `${sizes.streams} streams of ${PEOPLE} people`,
    emails: `${EMAIL_CHANGES} changes of an affiliate's email, to two strangers' by turns`,
    guesses: `${GUESSES} guesses at an account from as many addresses, and its owner on new devices`,
    results: 'files of bank results of 20 MB that are none',
    marked: 'a file of bank results with 250,000 payments, shown and marked',
  };
  for (const flood of /** @type {const} */ ([
    'hashes',
    'uploads',
    'streams',
    'emails',
    'guesses',
    'results',
  ])) {
    console.log(titles[flood]);
    console.log(`  without gates: ${without[flood].text}`);
    console.log(`  with gates:    ${withGates[flood].text}`);
  }
  console.log(`${titles.marked}\n  ${marked.text}`);
  const { riseMb } = withGates.uploads;
  const reached = [
    report({
      what: `memory of ${sizes.uploads} unfinished uploads`,
      value: riseMb,
      unit: 'MB',
      goal: AIM_MB,
    }),
    report({
      what: 'memory of files of bank results',
      value: withGates.results.riseMb,
      unit: 'MB',
      goal: RESULTS_AIM_MB,
    }),
    report({
      what: `memory of the web server during ${titles.marked}`,
      value: marked.riseMb,
      unit: 'MB',
      goal: RESULTS_AIM_MB,
    }),
    report({
      what: `memory of the worker during ${titles.marked}, all of it`,
      value: marked.workerMb,
      unit: 'MB',
      goal: WORKER_AIM_MB,
    }),
    report({ what: titles.marked, value: marked.outcome.seconds ?? 0, unit: 's' }),
    report({
      what: `mails to the two strangers during ${titles.emails}`,
      value: withGates.emails.outcome.mails ?? Number.POSITIVE_INFINITY,
      unit: 'mails',
      goal: MAILS_AIM,
    }),
    .../** @type {const} */ (['emails', 'guesses', 'results', 'marked']).flatMap((flood) => {
      const { p95Ms, healthMs } = flood === 'marked' ? marked : withGates[flood];
      const waits = { 'an honest visitor’s call': p95Ms, '/healthz': healthMs };
      return Object.entries(waits).map(([call, value]) =>
        report({ what: `${call} during ${titles[flood]} (p95)`, value, unit: 'ms', goal: AIM_P95_MS }),
      );
    }),
    report({
      what: 'sign-ins of the owner on new devices during the guesses',
      value: withGates.guesses.outcome.signedIn ?? 0,
      unit: `of ${OWNER_SIGN_INS}`,
      goal: OWNER_SIGN_INS,
      atLeast: true,
    }),
  ];
  return reached.every(Boolean) ? 0 : 1;
}

/** @param {NodeJS.ProcessEnv} env */
async function connectDomain(env) {
  const domain = await import('@partnerdesk/domain');
  const { readEnv } = await import('@partnerdesk/node');
  const { fieldKeys, businessTimezone, mongoUrl } = readEnv(env);
  domain.configureDomain({ fieldKeys, timeZone: businessTimezone });
  await domain.connectDatabase(mongoUrl);
  return domain;
}

/**
 * People who sign in, and a file of results of payments that were sent.
 * @param {import('../scripts/lib/domain.mjs').Domain} domain
 */
async function addData(domain) {
  const logins = Array.from({ length: PEOPLE }, (_, index) => ({
    EmailAddress: `bench-${index}@example.com`,
    Password: PASSWORD,
  }));
  for (const { EmailAddress, Password } of logins)
    await domain.createAdministrator({
      emailAddress: EmailAddress,
      password: Password,
      firstName: 'Bench',
      permissions: ['statistics', 'payroll'],
    });
  for (const { EmailAddress: emailAddress, Password: password } of [OWNER, MOVER])
    await domain.registerAffiliate({ emailAddress, password, firstName: 'Bench' });
  return { logins, results: await addSentPayments(domain) };
}

/**
 * The floods, each on a server of its own: what one leaves behind is not the next one's.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ signIns: number, uploads: number, streams: number }} sizes
 * @param {{ logins: { EmailAddress: string, Password: string }[], countMails: () => Promise<number> }} data
 * @param {string[]} nodeArgs
 */
async function measure(env, sizes, { logins, countMails }, nodeArgs) {
  const flood = (/** @type {Flood} */ prepare, { besideWorker = false } = {}) =>
    runFlood(env, prepare, { nodeArgs, besideWorker });
  return {
    hashes: await flood(async (system) => () => floodSignIns(system, sizes.signIns)),
    uploads: await flood(async (system) => () => floodUploads(system, sizes.uploads)),
    streams: await flood(async (system) => {
      const cookies = await signInAll(system, logins);
      return () => floodStreams(system, sizes.streams, cookies);
    }),
    emails: await flood(async (system) => {
      const cookie = await signIn(system.url, MOVER, { 'x-forwarded-for': anyAddress() });
      return () => floodEmails(system, cookie, countMails);
    }),
    guesses: await flood(async (system) => () => floodGuesses(system)),
    results: await flood(
      async (system) => {
        const [cookie = ''] = await signInAll(system, logins.slice(0, 1));
        return () => floodResults(system.url, cookie);
      },
      { besideWorker: true },
    ),
  };
}

/**
 * A flood on a server of its own, with a worker where it makes work for one.
 * @param {NodeJS.ProcessEnv} env
 * @param {Flood} prepare
 * @param {{ nodeArgs?: string[], besideWorker?: boolean }} how
 */
async function runFlood(env, prepare, { nodeArgs = [], besideWorker = false }) {
  // Each call of a flood comes from an address of its own, as from a botnet: limits by address don't help.
  const { child, url } = await startServer({ ...env, TRUST_PROXY: '127.0.0.1' }, nodeArgs);
  const worker = besideWorker ? startWorker(env) : undefined;
  try {
    return await observe({ pid: Number(child.pid), url, workerPid: worker?.pid }, prepare);
  } finally {
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await ended;
    await worker?.stop();
  }
}

/**
 * @typedef {{ pid: number, url: string, workerPid?: number | undefined }} System
 * @typedef {{ text: string, signedIn?: number, mails?: number, seconds?: number }} Outcome `signedIn`: how often the owner
 *   was; `mails`: to strangers
 * @typedef {(system: System) => Promise<() => Promise<Outcome>>} Flood what comes before it, then the flood itself, which
 *   says what came of it
 */

/**
 * Runs a flood, and meanwhile makes an ordinary visitor's call and asks for /healthz again and again.
 * @param {System} system
 * @param {Flood} prepare
 */
async function observe(system, prepare) {
  const act = await prepare(system);
  const visit = () => timeOf(`${system.url}/api/configuration`);
  for (let call = 0; call < 20; call += 1) await visit();
  const before = memoryOf(system.pid);
  let peak = before;
  let workerPeak = 0;
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const healthTimes = [];
  let refused = 0;
  let over = false;
  const visitor = (async () => {
    while (!over) {
      const time = await visit();
      if (time === undefined) refused += 1;
      else times.push(time);
      healthTimes.push((await timeOf(`${system.url}/healthz`)) ?? Number.POSITIVE_INFINITY);
      peak = Math.max(peak, memoryOf(system.pid));
      if (system.workerPid) workerPeak = Math.max(workerPeak, memoryOf(system.workerPid));
      await delay(ORDINARY_EVERY_MS);
    }
  })();
  const outcome = await act().finally(() => {
    over = true;
  });
  await visitor;
  const [riseMb, workerMb] = [(peak - before) / MB, workerPeak / MB];
  const [waits, health] = [spreadOf(times), spreadOf(healthTimes)];
  const worker = system.workerPid ? `, the worker at most ${workerMb.toFixed(0)} MB` : '';
  const calls = `another visitor waits ${waits.text}, and is refused ${refused} times; /healthz ${health.text}`;
  const text = `${outcome.text}; +${riseMb.toFixed(0)} MB at the peak${worker}; ${calls}`;
  return { riseMb, workerMb, p95Ms: waits.p95, healthMs: health.p95, outcome, text };
}

/** @param {number[]} times ms */
function spreadOf(times) {
  times.sort((a, b) => a - b);
  const slowest = times.at(-1) ?? Number.POSITIVE_INFINITY;
  const middle = times[times.length >> 1] ?? slowest;
  const p95 = times[Math.floor(times.length * 0.95)] ?? slowest;
  return {
    p95,
    text: `${middle.toFixed(0)} ms, 95 of 100 at most ${p95.toFixed(0)} ms, at most ${slowest.toFixed(0)} ms`,
  };
}

/**
 * Asks as a visitor's browser does, for compressed content.
 * @param {string} url
 * @returns {Promise<number | undefined>} ms until the answer is there; undefined: refused
 */
async function timeOf(url) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await answer.arrayBuffer();
  if (!answer.ok) return undefined;
  return performance.now() - began;
}

/** What a process holds in memory now. @param {number} pid @returns {number} bytes */
function memoryOf(pid) {
  const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/);
  return Number(line?.[1]) * 1024;
}

const anyAddress = () => [10, ...randomBytes(3)].join('.');

/**
 * @param {System} system
 * @param {number} count
 */
async function floodSignIns({ url }, count) {
  const began = performance.now();
  const agent = new Agent({ maxSockets: count });
  const calls = Array.from({ length: count }, (_, index) =>
    postLogin(url, agent, `nobody-${index}@example.com`),
  );
  const statuses = await Promise.all(calls);
  const hashed = statuses.filter((status) => status === 200).length;
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  return { text: `${hashed} hashed, ${count - hashed} refused, over after ${seconds} s` };
}

/**
 * @param {string} url
 * @param {Agent} agent
 * @param {string} EmailAddress
 * @returns {Promise<number>} its status
 */
function postLogin(url, agent, EmailAddress) {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': anyAddress() };
  return new Promise((resolve, reject) => {
    const call = request(`${url}/api/login`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject);
    call.end(JSON.stringify({ EmailAddress, Password: 'wrong-password' }));
  });
}

/**
 * @param {System} system
 * @param {number} count
 */
async function floodUploads({ url }, count) {
  const uploads = Array.from({ length: count }, () => unfinishedUpload(url));
  const outcomes = await Promise.all(uploads.map(({ sent }) => sent));
  await delay(SETTLE_MS);
  for (const { socket } of uploads) socket.destroy();
  const refused = outcomes.filter((outcome) => outcome === 'refused').length;
  return { text: `${count - refused} taken in, ${refused} refused` };
}

/**
 * An upload that stops short of its end.
 * @param {string} url
 */
function unfinishedUpload(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const digest = createHash('sha256').update(randomBytes(8)).digest('hex');
  socket.write(
    [
      'POST /api/photos?type=1&staffID=1 HTTP/1.1',
      'Host: a',
      'Content-Type: image/jpeg',
      `Content-Length: ${UPLOAD_BYTES}`,
      `X-Timestamp: ${Date.now()}`,
      `X-Content-SHA256: ${digest}`,
      `X-Signature: ${digest}`,
      '\r\n',
    ].join('\r\n'),
  );
  const sent = new Promise((/** @type {(outcome: 'taken' | 'refused') => void} */ resolve) => {
    socket.once('data', () => resolve('refused'));
    socket.once('error', () => resolve('refused'));
    socket.once('close', () => resolve('refused'));
    let left = UPLOAD_BYTES - CHUNK.length;
    const write = () => {
      while (left > 0 && !socket.destroyed) {
        left -= CHUNK.length;
        if (!socket.write(CHUNK)) {
          socket.once('drain', write);
          return;
        }
      }
      resolve('taken');
    };
    write();
  });
  return { socket, sent };
}

/**
 * @param {System} system
 * @param {{ EmailAddress: string, Password: string }[]} logins
 * @returns {Promise<string[]>} cookies
 */
async function signInAll({ url }, logins) {
  const cookies = [];
  for (const login of logins) cookies.push(await signIn(url, login, { 'x-forwarded-for': anyAddress() }));
  return cookies;
}

/**
 * @param {System} system
 * @param {number} count
 * @param {string[]} cookies
 */
async function floodStreams({ url }, count, cookies) {
  const agent = new Agent({ maxSockets: count });
  const streams = Array.from({ length: count }, (_, index) =>
    openStream(url, agent, cookies[index % cookies.length] ?? ''),
  );
  const statuses = await Promise.all(streams.map(({ status }) => status));
  await delay(SETTLE_MS);
  for (const { end } of streams) end();
  const open = statuses.filter((status) => status === 200).length;
  return { text: `${open} open, ${count - open} refused` };
}

/**
 * @param {string} url
 * @param {Agent} agent
 * @param {string} cookie
 */
function openStream(url, agent, cookie) {
  const call = get(`${url}/api/statistics-changes`, { agent, headers: { cookie } });
  call.on('error', () => {});
  const status = new Promise((/** @type {(status: number) => void} */ resolve) => {
    call.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.once('close', () => resolve(0));
  });
  return { status, end: () => call.destroy() };
}

/**
 * @param {System} system
 * @param {string} cookie of MOVER
 * @param {() => Promise<number>} countMails that STRANGERS have been sent
 */
async function floodEmails({ url }, cookie, countMails) {
  const before = await countMails();
  let saved = 0;
  const headers = {
    'content-type': 'application/json',
    origin: url,
    cookie,
    'x-forwarded-for': anyAddress(),
  };
  const { session } = await (await fetch(`${url}/api/session`, { headers })).json();
  for (let change = 0; change < EMAIL_CHANGES; change += 1) {
    const body = JSON.stringify(accountOf(session.affID, String(STRANGERS[change % 2])));
    const answer = await fetch(`${url}/api/update-affiliate-account`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (answer.ok) saved += 1;
    else if (answer.status !== 429) throw new Error(`a change of an email: ${answer.status}`);
  }
  const mails = (await countMails()) - before;
  return { mails, text: `${saved} saved, ${EMAIL_CHANGES - saved} refused; ${mails} mails to them` };
}

/** @param {number} affID  @param {string} emailAddress */
const accountOf = (affID, emailAddress) => ({
  PersonalInformation: {
    affID,
    emailAddress,
    firstName: 'Bench',
    lastName: 'Owner',
    address1: '1 Street',
    address2: '',
    postalCode: '1',
    countryID: 124,
    skypeUserName: '',
  },
  PaymentInformation: { affID, paymentType: 2, paypalID: 'bench@pay.example' },
  TaxInformation: null,
});

/**
 * Guesses at the owner's account from everywhere; meanwhile the owner signs in on new devices as the browser does, with
 * a solved challenge where the account's delay asks for one.
 * @param {System} system
 */
async function floodGuesses({ url }) {
  const agent = new Agent({ maxSockets: GUESSES_AT_ONCE });
  let left = GUESSES;
  let answered = 0;
  const guess = async () => {
    while (left > 0) {
      left -= 1;
      if ((await postLogin(url, agent, OWNER.EmailAddress)) === 200) answered += 1;
    }
  };
  const guessing = Promise.all(Array.from({ length: GUESSES_AT_ONCE }, guess));
  /** @type {number[]} */
  const times = [];
  for (let count = 0; count < OWNER_SIGN_INS; count += 1) {
    const began = performance.now();
    if (await signInAsOwner(url)) times.push(performance.now() - began);
  }
  await guessing;
  times.sort((a, b) => a - b);
  const waited = `the owner signs in ${times.length} times of ${OWNER_SIGN_INS}, in ${times[times.length >> 1]?.toFixed(0)} ms`;
  return {
    signedIn: times.length,
    text: `${answered} guesses answered, ${GUESSES - answered} refused; ${waited}`,
  };
}

/** @param {string} url @returns {Promise<boolean>} whether a session began */
async function signInAsOwner(url) {
  const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': anyAddress() };
  const post = (/** @type {object} */ more) =>
    fetch(`${url}/api/login`, { method: 'POST', headers, body: JSON.stringify({ ...OWNER, ...more }) });
  const first = await post({});
  const answer = await first.json();
  if (first.status !== 429) return answer.result === 1;
  const { challenge } = answer.error.details;
  return (await (await post({ CaptchaToken: solve(challenge) })).json()).result === 1;
}

/** @param {import('@partnerdesk/contracts').CaptchaChallenge} challenge @returns {string} what CaptchaToken carries */
function solve(challenge) {
  for (let nonce = 0; ; nonce += 1) {
    const hash = createHash('sha256').update(`${challenge.challenge}.${nonce}`).digest();
    if (hash.readUInt32BE() >>> (32 - challenge.difficulty) === 0)
      return Buffer.from(JSON.stringify({ ...challenge, nonce })).toString('base64url');
  }
}
