import * as contracts from '@partnerdesk/contracts';
import { DEMO_PASSWORD } from '../scripts/lib/demo/load-demo.mjs';
import { BEFORE_PICTURES, fillQueues, LARGE, SMALL } from './data.mjs';
import { report } from './figures.mjs';
import { bench, quantiles, timed } from './frame.mjs';

/** Pixels a frame: a fast hand. */
const SCROLL = { ms: 5000, step: 60 };
/** What the product promises (ms). */
const P99_MS = { decide: 30 };
const LOGIN = { EmailAddress: 'moderator@example.com', Password: DEMO_PASSWORD };

const about = `Measures the moderators' work over a whole system of its own: decisions in a queue of 50,000 pictures, and
opening and scrolling it in Chromium.`;
const options = { pictures: 50_000, decisions: 1000 };

bench('moderation', { about, options, needs: 'system' }, async (the) => {
  const { start, url, values } = the;
  await fillQueues(the, values.pictures);
  const client = new contracts.ApiClient({ url });
  await client.call(contracts.loginCall, { body: LOGIN });
  await measureDecisions(client, values.decisions);
  await measureBrowser(await start.browser(), url, values.pictures);
});

/** The p99 of each step of a decision over HTTP. @param {contracts.ApiClient} client @param {number} count */
async function measureDecisions(client, count) {
  const times = { claim: [], decide: [], undo: [] };
  let after = BEFORE_PICTURES + SMALL.count;
  for (let done = 0; done < count; ) {
    const page = await client.call(contracts.imagesForReviewCall, {
      query: { type: LARGE.type, status: 0, after },
    });
    for (const { photoID, review, staffID } of page.slice(0, count - done)) {
      const status = 1 + (done % 3);
      const of = { identifier: photoID, photoID, review, staffID, type: LARGE.type };
      const body = { ...of, status, ...(status === 2 && { reason: 'Not readable' }) };
      const claim = { kind: 'image', id: photoID };
      times.claim.push(await timed(() => client.call(contracts.claimItemCall, { body: claim })));
      times.decide.push(await timed(() => client.call(contracts.updateImageStatusCall, { body })));
      if (done % 20 === 19)
        times.undo.push(await timed(() => client.call(contracts.undoDecisionCall, { body: {} })));
      done += 1;
      after = photoID;
    }
  }
  for (const [what, each] of Object.entries(times)) {
    const goal = what in P99_MS ? { atMost: P99_MS[what] } : {};
    report(`p99 to ${what}, queue of pictures`, quantiles(each)(0.99), 'ms', goal);
  }
}

/** @param {import('@playwright/test').Browser} browser @param {string} url @param {number} count */
async function measureBrowser(browser, url, count) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.request.post(`${url}/api/login`, { data: LOGIN, headers: { origin: url } });
  for (const { path, count: size = count } of [SMALL, LARGE, SMALL, LARGE]) {
    const ms = await timed(async () => {
      await page.goto(url + path);
      await page.waitForFunction(() => document.querySelector('img[src*="/thumbs/"]')?.naturalWidth > 0);
    });
    console.log(`${path} of ${size} opened, first thumbnail seen: ${ms.toFixed(0)} ms`);
  }
  const { frames, longest, loaded } = await page.evaluate(scroll, SCROLL);
  console.log(`scrolling: longest frame ${longest.toFixed(0)} ms, ${loaded} rows gone by`);
  report('scrolling a queue of pictures', frames, 'frames/s', { atLeast: 55 });
}

/**
 * Runs in the page.
 * @param {{ ms: number, step: number }} how
 * @returns {Promise<{ frames: number, longest: number, loaded: number }>}
 */
function scroll({ ms, step }) {
  const frame = document.scrollingElement;
  return new Promise((resolve) => {
    let frames = 0;
    let longest = 0;
    let started = 0;
    let last = 0;
    const next = (now) => {
      started ||= now;
      if (last) longest = Math.max(longest, now - last);
      last = now;
      const took = now - started;
      if (took > ms) {
        const loaded = Math.floor(frame.scrollTop / 252);
        return resolve({ frames: (frames * 1000) / took, longest, loaded });
      }
      frames += 1;
      frame.scrollTop += step;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
}
