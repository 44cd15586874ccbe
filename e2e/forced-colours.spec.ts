import { sized } from '@partnerdesk/testing/services';
import { expect, type Page, test } from '@playwright/test';
import { SCREENS, VIEWERS, type Viewer } from './support/screens';
import { openAs, visit } from './support/visits';

/** By their names in e2e/support/screens.ts. */
const MAIN_SCREENS: Record<Viewer, readonly string[]> = {
  visitor: sized(['register-refused'], ['home', 'register-refused', 'faq']),
  affiliate: sized(['dashboard', 'account'], ['dashboard', 'sale-details', 'promo-tools', 'account']),
  office: sized(
    ['affiliate-details', 'payroll-review', 'site-stats'],
    ['dashboard', 'affiliate-details', 'member-images', 'payroll-review', 'site-stats', 'texts'],
  ),
};
/** Enough to come to each kind of control. */
const TABS = 12;

/** What shows by colours alone, or moves, a line each. Runs inside the browser. */
function faultsOfDisplay(): string[] {
  const faults = new Set<string>();
  const nameOf = (element: Element) => `${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`;
  for (const element of document.querySelectorAll('*')) {
    const { animationName, transitionDuration, outlineStyle, appearance } = getComputedStyle(element);
    if (animationName !== 'none' || /[1-9]/.test(transitionDuration)) faults.add(`moves: ${nameOf(element)}`);
    const isChosen = element.matches(
      '[aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"])',
    );
    if (isChosen && outlineStyle !== 'solid') faults.add(`chosen by its ground alone: ${nameOf(element)}`);
    if (element.matches('[type="checkbox"], [type="radio"]') && appearance === 'none')
      faults.add(`its tick has a colour of its own: ${nameOf(element)}`);
    if (element.matches('.is-invalid') && !element.getAttribute('aria-describedby'))
      faults.add(`wrong, and no text says so: ${nameOf(element)}`);
    const ground = getComputedStyle(element, '::before');
    if (element.matches('.pd-legend') && ground.forcedColorAdjust !== 'none')
      faults.add(`a legend without its colour: ${nameOf(element)}`);
  }
  return [...faults];
}

/** Controls that take the focus without a line around them; shadows are not shown in forced colours. */
async function faultsOfFocus(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (let presses = 0; presses < TABS; presses += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return '';
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === 'none' || outlineWidth === '0px'
        ? `no line around ${element.tagName.toLowerCase()}.${[...element.classList].join('.')}`
        : '';
    });
    if (fault) faults.push(fault);
  }
  return faults;
}

for (const viewer of VIEWERS)
  test(`with forced colours and reduced motion, focus and choice of the ${viewer} show by lines and nothing moves`, async ({
    browser,
    baseURL,
  }) => {
    const page = await openAs(browser, viewer, baseURL ?? '');
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const [index, name] of MAIN_SCREENS[viewer].entries()) {
      const screen = SCREENS.find((each) => each.viewer === viewer && each.name === name);
      if (!screen) throw new Error(`${viewer} has no screen ${name}`);
      await visit(page, screen, 'full', index > 0);
      const found = [...(await page.evaluate(faultsOfDisplay)), ...(await faultsOfFocus(page))];
      faults.push(...found.map((fault) => `${name}: ${fault}`));
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });
