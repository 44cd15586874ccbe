/** Where the chosen theme is kept. */
const THEME_KEY = 'pdesk-theme';

export type Theme = 'light' | 'dark';

const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

function chosenTheme(): Theme | undefined {
  try {
    const theme = localStorage.getItem(THEME_KEY);
    return theme === 'light' || theme === 'dark' ? theme : undefined;
  } catch {
    return undefined;
  }
}

/** The theme in force: the chosen one, else the system's. */
export function currentTheme(): Theme {
  return chosenTheme() ?? (darkQuery()?.matches ? 'dark' : 'light');
}

/** Puts the theme in force, and follows the system as long as none is chosen. Call once, before the first render. */
export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset.bsTheme = currentTheme();
  };
  apply();
  darkQuery()?.addEventListener('change', apply);
}

/** Chooses a theme for this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Not remembered then; it holds until the page is left.
  }
  document.documentElement.dataset.bsTheme = theme;
}
