import { flag, text } from './lib/command.mjs';
import { inRoot } from './lib/paths.mjs';
import { walkScreens } from './lib/screen-run.mjs';

const USAGE = `Writes a picture of every screen and state at three widths and in both themes. It starts a system of its own, with
the demo, and touches no other data.

  npm run screenshots -- [--only PATTERN] [--part PATTERN] [--out DIR] [--keep]

  --only PATTERN  only screens whose name fits this regular expression; names are in e2e/support/screens.ts
  --part PATTERN  only parts whose name fits, as 'office, full, 390 px' or 'affiliate, overfull'
  --out DIR       default test-results/screens
  --keep          instead writes the few that the documents show, small, to docs/screens`;

const OPTIONS = { out: { ...text, default: inRoot('test-results', 'screens') }, keep: flag };

walkScreens('npm run screenshots', USAGE, OPTIONS, ({ out, keep }) => ({
  spec: 'e2e/screenshots.spec.ts',
  env: { SCREENSHOTS: keep ? inRoot('docs', 'screens') : String(out), SCREENSHOTS_KEPT: keep ? '1' : '' },
}));
