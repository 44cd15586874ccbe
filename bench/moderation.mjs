import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  ApiClient,
  claimItemCall,
  imagesForReviewCall,
  loginCall,
  moderationQueuesCall,
  undoDecisionCall,
  updateImageStatusCall,
} from '@partnerdesk/contracts';
import { chromium } from '@playwright/test';
import { findChromium } from '../scripts/lib/browser.mjs';
import { DEMO_PASSWORD } from '../scripts/lib/demo/load-demo.mjs';
import { Failure, runMain } from '../scripts/lib/failure.mjs';
import { report } from './figures.mjs';
import { fillQueues, LARGE, SMALL, startSystem } from './queue-data.mjs';

const USAGE = `Measures the moderators' work over a whole system of its own: opening a queue of 50 and of 50,000
pictures, decisions, scrolling in Chromium.

  npm run bench:moderation -- [--pictures N] [--decisions N] [--no-browser]`;

const OPENINGS = 60;
const SCROLL_MS = 5000;
/** Pixels a frame: a fast hand. */
const SCROLL_STEP = 60;
/** What the product promises (ms, frames a second); more or less is a failure. */
const DECISION_P99_MS = 30;
const FRAMES = 55;

runMain(async () => {
  const { values } = parseArgs({
    options: {
      pictures: { type: 'string', default: '50000' },
      decisions: { type: 'string', default: '1000' },
      'no-browser': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return console.log(USAGE);
  const count = Number(values.pictures);
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-moderation-'));
  const system = await startSystem(dataDir);
  try {
    await fillQueues(dataDir, count);
    const client = new ApiClient({ url: system.url });
    await client.call(loginCall, {
      body: { EmailAddress: 'moderator@example.com', Password: DEMO_PASSWORD },
    });
    await measureOpening(client, count);
    const p99 = await measureDecisions(client, Number(values.decisions));
    const frames = values['no-browser'] ? FRAMES : await measureBrowser(system.url, count);
    if (p99 > DECISION_P99_MS)
      throw new Failure(`Decisions take longer than the ${DECISION_P99_MS} ms that are promised.`);
    if (frames < FRAMES) throw new Failure(`Scrolling shows fewer than ${FRAMES} frames a second.`);
  } finally {
    await system.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** @param {number[]} times */
function summary(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (/** @type {number} */ share) => sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** @param {{ p50: number, p99: number }} times */
const shown = ({ p50, p99 }) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/**
 * @param {ApiClient} client
 * @param {number} count
 */
async function measureOpening(client, count) {
  const after = 10_000 + SMALL.count + Math.floor(count / 2);
  const page = (/** @type {any} */ query) => client.call(imagesForReviewCall, { query });
  /** @type {[string, () => Promise<unknown>][]} */
  const openings = [
    [`first page of ${SMALL.count}`, () => page({ type: SMALL.type, status: 0 })],
    [`first page of ${count}`, () => page({ type: LARGE.type, status: 0 })],
    [`a page in the middle of ${count}`, () => page({ type: LARGE.type, status: 0, after })],
    [`newest first of ${count}`, () => page({ type: LARGE.type, order: 'newest' })],
    ['counts of all queues', () => client.call(moderationQueuesCall)],
  ];
  for (const [what, open] of openings) {
    const times = [];
    for (let run = 0; run < OPENINGS; run += 1) times.push(await timed(open));
    console.log(`${what}: ${shown(summary(times.slice(10)))}`);
  }
}

/**
 * @param {ApiClient} client
 * @param {number} count
 * @returns {Promise<number>} p99 of a decision over HTTP, in ms
 */
async function measureDecisions(client, count) {
  /** @type {Record<string, number[]>} */
  const times = { claim: [], decide: [], undo: [] };
  let after = 10_000 + SMALL.count;
  for (let done = 0; done < count; ) {
    const page = await client.call(imagesForReviewCall, { query: { type: LARGE.type, status: 0, after } });
    for (const { photoID, review, staffID } of page.slice(0, count - done)) {
      const body = {
        identifier: photoID,
        photoID,
        review,
        staffID,
        type: LARGE.type,
        status: 1 + (done % 3),
      };
      const why = body.status === 2 ? { reason: 'Not readable' } : {};
      const claim = { kind: 'image', id: photoID };
      times.claim?.push(await timed(() => client.call(claimItemCall, { body: claim })));
      times.decide?.push(
        await timed(() => client.call(updateImageStatusCall, { body: { ...body, ...why } })),
      );
      if (done % 20 === 19) times.undo?.push(await timed(() => client.call(undoDecisionCall, { body: {} })));
      done += 1;
      after = photoID;
    }
  }
  for (const [what, each] of Object.entries(times))
    report({ what: `p99 to ${what}, queue of pictures`, value: summary(each).p99, unit: 'ms' });
  return summary(times.decide ?? []).p99;
}

/**
 * @param {string} url
 * @param {number} count
 * @returns {Promise<number>} frames a second while scrolling
 */
async function measureBrowser(url, count) {
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(url);
    const form = page.getByRole('banner').getByRole('form', { name: 'Login' });
    await form.getByLabel('Email').fill('moderator@example.com');
    await form.getByLabel('Password').fill(DEMO_PASSWORD);
    await form.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    for (const { path, size } of [
      { path: SMALL.path, size: SMALL.count },
      { path: LARGE.path, size: count },
      { path: SMALL.path, size: SMALL.count },
      { path: LARGE.path, size: count },
    ]) {
      const ms = await timed(async () => {
        await page.goto(url + path);
        await page.waitForFunction(() => document.querySelector('img[src*="/thumbs/"]')?.naturalWidth > 0);
      });
      console.log(`${path} of ${size} opened, first thumbnail seen: ${ms.toFixed(0)} ms`);
    }
    const { frames, longest, loaded } = await page.evaluate(scroll, { SCROLL_MS, SCROLL_STEP });
    console.log(
      `scrolling: ${frames.toFixed(1)} frames a second, longest ${longest.toFixed(0)} ms, ${loaded} rows gone by`,
    );
    return frames;
  } finally {
    await browser.close();
  }
}

/**
 * Runs in the page.
 * @param {{ SCROLL_MS: number, SCROLL_STEP: number }} how
 * @returns {Promise<{ frames: number, longest: number, loaded: number }>}
 */
function scroll({ SCROLL_MS, SCROLL_STEP }) {
  const frame = /** @type {HTMLElement} */ (document.scrollingElement);
  return new Promise((resolve) => {
    let frames = 0;
    let longest = 0;
    let started = 0;
    let last = 0;
    const step = (/** @type {number} */ now) => {
      started ||= now;
      if (last) longest = Math.max(longest, now - last);
      last = now;
      if (now - started > SCROLL_MS)
        return resolve({
          frames: (frames * 1000) / (now - started),
          longest,
          loaded: Math.floor(frame.scrollTop / 252),
        });
      frames += 1;
      frame.scrollTop += SCROLL_STEP;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
}
