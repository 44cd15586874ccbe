import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { KEPT_PICTURES } from './support/kept-pictures';
import { chosenScreens, SCREENS, STATES, VIEWERS } from './support/screens';
import { openAs, SIZES, THEMES, type Theme, visit } from './support/visits';

/** `npm run screenshots`: where the pictures go. Not part of the browser tests. */
const FOLDER = process.env.SCREENSHOTS ?? '';
const CHOSEN = chosenScreens();
/** Of the kept ones, in px: as large as a document shows them. */
const KEPT_WIDTH = 1000;
/** In px: lists of hundreds of rows end here. WebP takes 16,383. */
const MAX_HEIGHT = 12_000;

/** @param whole down to the page's end, or to MAX_HEIGHT; otherwise to the window's */
async function takePicture(page: Page, name: string, theme: Theme, whole: boolean): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const file = join(FOLDER, `${name}.webp`);
  mkdirSync(dirname(file), { recursive: true });
  const clip = whole ? { x: 0, y: 0, width: page.viewportSize()?.width ?? 0, height: MAX_HEIGHT } : undefined;
  const picture = sharp(await page.screenshot({ fullPage: whole, clip, animations: 'disabled' }));
  if (!whole) picture.resize({ width: KEPT_WIDTH, withoutEnlargement: true });
  await picture.webp({ quality: whole ? 60 : 75, effort: whole ? 0 : 6 }).toFile(file);
}

if (process.env.SCREENSHOTS_KEPT)
  test('the pictures that the documents show', async ({ browser, baseURL }) => {
    test.setTimeout(600_000);
    for (const viewer of VIEWERS) {
      const page = await openAs(browser, viewer, baseURL ?? '');
      for (const { name, state = 'full', width = 1440, theme = 'light' } of KEPT_PICTURES[viewer]) {
        const screen = SCREENS.find((each) => each.viewer === viewer && each.name === name);
        if (!screen) throw new Error(`${viewer} has no screen ${name}`);
        await page.setViewportSize(
          SIZES.find((size) => size.width === width) ?? { width: 1440, height: 900 },
        );
        await visit(page, screen, state);
        const place = [
          viewer,
          name,
          ...(state === 'full' ? [] : [state]),
          ...(width < 1000 ? ['phone'] : []),
        ];
        await takePicture(page, place.join('-'), theme, false);
      }
    }
  });
else
  for (const viewer of VIEWERS)
    for (const state of STATES)
      for (const size of SIZES)
        test(`${viewer}, ${state}, ${size.width} px`, async ({ browser, baseURL }) => {
          test.setTimeout(600_000);
          const page = await openAs(browser, viewer, baseURL ?? '');
          await page.setViewportSize(size);
          for (const screen of CHOSEN) {
            if (screen.viewer !== viewer || !screen.states.includes(state)) continue;
            await visit(page, screen, state);
            for (const theme of THEMES)
              await takePicture(
                page,
                join(viewer, `${screen.name}-${state}-${size.width}-${theme}`),
                theme,
                true,
              );
          }
        });
