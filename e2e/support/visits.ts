import { type Browser, expect, type Page, type Request } from '@playwright/test';
import { answerIn } from './answers';
import { DEMO_PASSWORD } from './pages';
import { LOGINS, type ScreenVisit, type State, type Viewer } from './screens';

export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** In CSS px. */
export interface Size {
  width: number;
  height: number;
}
export const SIZES: readonly Size[] = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
];
/** What is left of the widest at 200 % and at 400 % zoom. */
export const ZOOMED: readonly Size[] = [
  { width: 720, height: 450 },
  { width: 360, height: 225 },
];

/** The calls of a page that are on their way; streams and what a state holds back never end. */
const underway = new WeakMap<Page, Set<Request>>();
const states = new WeakMap<Page, State>();

/** A page of its own context, signed in as this viewer, that notes its layout shifts. */
export async function openAs(browser: Browser, viewer: Viewer, baseURL: string): Promise<Page> {
  // Colours that are still on their way to another theme would be judged.
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  await context.addInitScript(noteShifts);
  const page = await context.newPage();
  const email = LOGINS[viewer];
  if (email) {
    const data = { EmailAddress: email, Password: DEMO_PASSWORD };
    const answer = await page.request.post('/api/login', { data, headers: { origin: baseURL } });
    expect((await answer.json()).result).toBe(1);
  }
  watchCalls(page);
  return page;
}

function watchCalls(page: Page): void {
  const calls = new Set<Request>();
  underway.set(page, calls);
  page.on('request', (request) => {
    const isHeld = states.get(page) === 'loading' && request.resourceType() === 'fetch';
    if (!isHeld && ['fetch', 'script', 'stylesheet', 'font', 'image'].includes(request.resourceType()))
      calls.add(request);
  });
  page.on('requestfinished', (request) => calls.delete(request));
  page.on('requestfailed', (request) => calls.delete(request));
}

interface Shift {
  value: number;
  nodes: string[];
}
type Noting = Window & { pdShifts?: Shift[] };

/** Runs in every page from its start: keeps the layout shifts that nobody has caused. */
export function noteShifts(): void {
  const shifts: Shift[] = [];
  Object.assign(window, { pdShifts: shifts });
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${[...node.classList].join('.')}` : '';
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput, sources } = entry as PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      };
      if (!hadRecentInput) shifts.push({ value, nodes: sources.map(({ node }) => nameOf(node)) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** How much the page's content has moved by itself since the visit began, with what moved most and all that moved. */
export async function shiftsOf(page: Page): Promise<{ sum: number; nodes: string; moved: string[] }> {
  const shifts = await page.evaluate(() => (window as Noting).pdShifts ?? []);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  const [most] = [...shifts].sort((one, other) => other.value - one.value);
  const moved = [...new Set(shifts.flatMap(({ nodes }) => nodes))];
  return { sum, nodes: most?.nodes.slice(0, 3).join(', ') ?? '', moved };
}

/** Opens a screen in a state and waits until nothing changes any more. @param within moves there without a reload */
export async function visit(page: Page, screen: ScreenVisit, state: State, within = false): Promise<void> {
  if (states.get(page) !== state) await answerIn(page, state);
  states.set(page, state);
  underway.get(page)?.clear();
  if (within) await moveWithin(page, screen.path);
  else await page.goto(screen.path, { waitUntil: 'commit' });
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await settled(page);
  await screen.act?.(page);
  if (screen.act) await settled(page);
}

/** The screen before stays until the next is rendered, which takes the focus then. */
async function moveWithin(page: Page, path: string): Promise<void> {
  const isOther = new URL(path, page.url()).pathname !== new URL(page.url()).pathname;
  const heading = await page.locator('h1').first().elementHandle();
  await page.evaluate(moveTo, path);
  if (isOther) await page.waitForFunction((before) => !before?.isConnected, heading);
}

function moveTo(path: string): void {
  (window as Noting).pdShifts?.splice(0);
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}

/** Until no call is on its way, nothing moves and the fonts are there. */
export async function settled(page: Page): Promise<void> {
  const calls = underway.get(page) ?? new Set();
  const isLoading = states.get(page) === 'loading';
  await expect(async () => {
    expect([...calls].map((call) => call.url())).toEqual([]);
    await page.evaluate(afterMotion);
    expect([...calls].map((call) => call.url())).toEqual([]);
    if (!isLoading) expect(await page.locator('main .pd-loading, main [aria-busy="true"]').count()).toBe(0);
  }).toPass({ intervals: [20, 40, 80], timeout: 20_000 });
}

async function afterMotion(): Promise<void> {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  await document.fonts.ready;
  await frame();
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  await frame();
}
