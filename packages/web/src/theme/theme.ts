import { readStored, writeStored } from '@partnerdesk/web/core';

/** Where the chosen theme is kept. */
const THEME_KEY = 'pdesk-theme';

type Theme = 'light' | 'dark';

const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

/** The theme in force: the chosen one, else the system's. */
export function currentTheme(): Theme {
  const chosen = readStored(THEME_KEY);
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return darkQuery()?.matches ? 'dark' : 'light';
}

const apply = (theme: Theme) => {
  document.documentElement.dataset.bsTheme = theme;
};

/** Puts the theme in force, and follows the system as long as none is chosen. Call once, before the first render. */
export function applyTheme(): void {
  apply(currentTheme());
  darkQuery()?.addEventListener('change', () => apply(currentTheme()));
}

/** Chooses a theme, which this browser remembers if it may. */
export function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme);
  apply(theme);
}
