import { expect, type Page, test } from '@playwright/test';
import { findLayoutFaults } from './support/layout-faults';
import { accessFaults, layoutFaults } from './support/screen-faults';
import { chosenScreens, type ScreenVisit, STATES, type State, VIEWERS, type Viewer } from './support/screens';
import { openAs, SIZES, type Size, settled, THEMES, type Theme, visit, ZOOMED } from './support/visits';

/**
 * `npm run check:screens`: every screen and state at every size, in both themes. Otherwise every sixth
 * screen once.
 */
const ALL = process.env.SCREENS === 'all';
const CHOSEN = chosenScreens();

const screensOf = (viewer: Viewer, state: State) =>
  CHOSEN.filter((each) => each.viewer === viewer && each.states.includes(state) && (ALL || !each.takesWork));

/** What is wrong with what the page shows now, a line each. */
async function faultsOf(page: Page, what: string, theme: Theme): Promise<string[]> {
  await page.emulateMedia({ colorScheme: theme });
  const faults = [...(await layoutFaults(page)), ...(await accessFaults(page))];
  return faults.map((fault) => `${what}, ${theme}: ${fault}`);
}

/** What is wrong with the colours of the other theme: it changes nothing else. */
async function faultsOfDark(page: Page, what: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  return (await accessFaults(page, 'colours')).map((fault) => `${what}, dark: ${fault}`);
}

/** A screen that is loaded at one size, in both themes; the widest also zoomed. */
async function faultsLoaded(
  page: Page,
  screen: ScreenVisit,
  state: State,
  size: Size,
): Promise<{ faults: string[]; looks: number }> {
  const faults: string[] = [];
  try {
    await visit(page, screen, state);
    faults.push(...(await faultsOf(page, screen.name, 'light')), ...(await faultsOfDark(page, screen.name)));
    const zoomed = size === SIZES[0] ? ZOOMED : [];
    for (const each of zoomed) faults.push(...(await faultsZoomed(page, screen, each, size)));
    return { faults, looks: THEMES.length + zoomed.length };
  } catch (error) {
    // The other screens are still looked at.
    return { faults: [`${screen.name} does not open: ${error}`], looks: 0 };
  }
}

/** A screen that is zoomed after it was loaded: nothing may break, and nothing needs two directions of scrolling. */
async function faultsZoomed(page: Page, { name }: ScreenVisit, zoomed: Size, back: Size): Promise<string[]> {
  await page.setViewportSize(zoomed);
  await settled(page);
  const faults = await page.evaluate(findLayoutFaults);
  await page.setViewportSize(back);
  return faults.map((fault) => `${name} at ${zoomed.width} px: ${fault}`);
}

for (const viewer of ALL ? VIEWERS : [])
  for (const state of STATES)
    for (const size of SIZES)
      test(`${viewer}, ${state}, ${size.width} px: no screen is broken`, async ({ browser, baseURL }) => {
        test.setTimeout(1_800_000);
        const page = await openAs(browser, viewer, baseURL ?? '');
        const faults: string[] = [];
        let looks = 0;
        await page.setViewportSize(size);
        for (const screen of screensOf(viewer, state)) {
          const seen = await faultsLoaded(page, screen, state, size);
          faults.push(...seen.faults);
          looks += seen.looks;
          // A run of all takes long: what is found can be looked at while it goes on.
          for (const fault of seen.faults)
            process.stdout.write(`${viewer}, ${state}, ${size.width} px: ${fault}\n`);
        }
        await page.context().close();
        process.stdout.write(
          `${viewer}, ${state}, ${size.width} px: looked ${looks} times, ${faults.length} faults\n`,
        );
        expect(faults).toEqual([]);
      });

for (const viewer of ALL ? [] : VIEWERS)
  test(`every sixth screen of the ${viewer} is whole, at a width and in a theme that take turns`, async ({
    browser,
    baseURL,
  }) => {
    const page = await openAs(browser, viewer, baseURL ?? '');
    const faults: string[] = [];
    const looked = screensOf(viewer, 'full').filter((_, index) => index % 6 === 0);
    for (const [index, screen] of looked.entries()) {
      const size = SIZES[index % SIZES.length] as Size;
      const theme = THEMES[Math.floor(index / SIZES.length) % THEMES.length] as Theme;
      await page.setViewportSize(size);
      await visit(page, screen, 'full', index > 0);
      faults.push(...(await faultsOf(page, `${screen.name} at ${size.width} px`, theme)));
    }
    await page.context().close();
    expect(faults).toEqual([]);
  });
