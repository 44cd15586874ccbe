import { setTimeout as delay } from 'node:timers/promises';
import * as abuse from './abuse-floods.mjs';
import { enter, numbered } from './data.mjs';
import { bench, memoryOf, repeating, report, spreadOf } from './frame.mjs';

/** Below the 400 requests that a server works on at once: that bound is in both. */
const MAX_SIGN_INS = 380;
/** An ordinary visitor's call, so often while the flood lasts (ms). */
const ORDINARY_EVERY_MS = 50;
const MB = 1_000_000;
const LOGINS = numbered(50, 0).map((id) => ({
  EmailAddress: `bench-${id}@example.com`,
  Password: abuse.PASSWORD,
}));

const about = `Prints what floods by strangers do to a web server, and what the largest file of bank results does that is one: servers
over one database, one after the other. Exit code 1 when memory or an honest visitor's time is over its goal, or the
owner of an account that is attacked is locked out.`;
const options = { 'sign-ins': MAX_SIGN_INS, uploads: 200, streams: 1000 };

bench('abuse', { about, options, needs: 'redis' }, async ({ domain, start, values }) => {
  const floods = floodsOf(values, domain, await addData(domain));
  const found = {};
  for (const [name, flood] of Object.entries(floods)) {
    found[name] = await runFlood(start, flood);
    console.log(`${flood.title}: ${found[name].text}`);
  }
  const { uploads, emails, guesses, results, marked } = found;
  const { title } = floods.marked;
  report(`memory of ${values.uploads} unfinished uploads`, uploads.riseMb, 'MB', { atMost: 50 });
  report('memory of files of bank results', results.riseMb, 'MB', { atMost: 250 });
  report(`memory of the web server during ${title}`, marked.riseMb, 'MB', { atMost: 250 });
  report(`memory of the worker during ${title}, all of it`, marked.workerMb, 'MB', { atMost: 768 });
  report(title, marked.outcome.seconds, 's');
  const mails = `mails to the two strangers during ${floods.emails.title}`;
  // A person enters five emails a day.
  report(mails, emails.outcome.mails, 'mails', { atMost: 5 });
  for (const [name, { p95Ms, healthMs }] of Object.entries({ emails, guesses, results, marked })) {
    const during = `during ${floods[name].title} (p95)`;
    report(`an honest visitor’s call ${during}`, p95Ms, 'ms', { atMost: 300 });
    report(`/healthz ${during}`, healthMs, 'ms', { atMost: 300 });
  }
  const what = 'sign-ins of the owner on new devices during the guesses';
  report(what, guesses.outcome.signedIn, `of ${abuse.OWNER_SIGN_INS}`, { atLeast: abuse.OWNER_SIGN_INS });
});

/** People who sign in. @returns results of payments that were sent */
async function addData(domain) {
  // Before others have taken the numbers of the people that it adds.
  const file = await abuse.addSentPayments(domain);
  const permissions = ['statistics', 'payroll'];
  for (const { EmailAddress: emailAddress, Password: password } of LOGINS)
    await domain.createAdministrator({ emailAddress, password, firstName: 'Bench', permissions });
  for (const { EmailAddress: emailAddress, Password: password } of [abuse.OWNER, abuse.MOVER])
    await domain.registerAffiliate({ emailAddress, password, firstName: 'Bench' });
  return file;
}

/** What is done by `act`, with what `before` makes, unobserved; beside a worker where it makes work for one. */
function floodsOf({ 'sign-ins': signIns, uploads, streams }, domain, file) {
  const hashes = Math.min(signIns, MAX_SIGN_INS);
  const countMails = () => domain.MailModel.countDocuments({ to: { $in: abuse.STRANGERS } });
  const enterOffice = (url) => enter(url, LOGINS[0], abuse.anyAddress());
  return {
    hashes: { title: `${hashes} sign-ins at once`, act: (url) => abuse.floodSignIns(url, hashes) },
    uploads: {
      title: `${uploads} unfinished uploads of 10 MB, signed wrongly`,
      act: (url) => abuse.floodUploads(url, uploads),
    },
    streams: {
      title: `${streams} streams of ${LOGINS.length} people`,
      before: async (url) => {
        const cookies = [];
        for (const login of LOGINS) cookies.push(await enter(url, login, abuse.anyAddress()));
        return cookies;
      },
      act: (url, cookies) => abuse.floodStreams(url, streams, cookies),
    },
    emails: {
      title: `${abuse.EMAIL_CHANGES} changes of an affiliate's email, to two strangers' by turns`,
      before: (url) => enter(url, abuse.MOVER, abuse.anyAddress()),
      act: (url, cookie) => abuse.floodEmails(url, cookie, countMails),
    },
    guesses: {
      title: `${abuse.GUESSES} guesses at an account from as many addresses, and its owner on new devices`,
      act: abuse.floodGuesses,
    },
    results: {
      title: 'files of bank results of 20 MB that are none',
      before: enterOffice,
      act: abuse.floodResults,
      besideWorker: true,
    },
    marked: {
      title: 'a file of bank results with 250,000 payments, shown and marked',
      before: enterOffice,
      act: (url, cookie) => abuse.markResults(url, cookie, file),
      besideWorker: true,
    },
  };
}

/**
 * A flood on a server of its own: what one leaves behind is not the next one's. Meanwhile an ordinary visitor calls and
 * asks for /healthz again and again.
 */
async function runFlood(start, { before, act, besideWorker }) {
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
  const outcome = await act(server.url, prepared).finally(visitor.end);
  await server.end();
  await worker?.end();
  const riseMb = (Math.max(...memory) - atFirst) / MB;
  const workerMb = Math.max(...workerMemory) / MB;
  const held = `+${riseMb.toFixed(0)} MB at the peak${worker ? `, the worker at most ${workerMb.toFixed(0)} MB` : ''}`;
  const [visits, health] = [spreadOf(times), spreadOf(healthTimes)];
  const calls = `another visitor waits ${visits.text}, and is refused ${refused} times; /healthz ${health.text}`;
  const text = `${outcome.text}; ${held}; ${calls}`;
  return { riseMb, workerMb, p95Ms: visits.p95, healthMs: health.p95, outcome, text };
}

/** Asks as a visitor's browser does, for compressed content. @returns ms until the answer is there; undefined: refused */
async function timeOf(url) {
  const began = performance.now();
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  await answer.arrayBuffer();
  return answer.ok ? performance.now() - began : undefined;
}
