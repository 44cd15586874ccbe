import { walkScreens } from './lib/screen-run.mjs';

const USAGE = `Looks at every screen and state at every width, zoomed, and in both themes, for what makes a layout broken and
against WCAG 2.2 AA; prints what is wrong. It starts a system of its own, with the demo, and touches no other data.

  npm run check:screens -- [--only PATTERN] [--part PATTERN]

  --only PATTERN  only screens whose name fits this regular expression; names are in e2e/support/screens.ts
  --part PATTERN  only parts whose name fits, as 'office, full, 390 px' or 'affiliate, overfull'

Exit code 1 when a screen is broken.`;

walkScreens('npm run check:screens', USAGE, {}, () => ({
  spec: 'e2e/screens.spec.ts',
  env: { SCREENS: 'all' },
}));
