import { Button, readStored, writeStored } from '@partnerdesk/web/core';
import { useState } from 'react';
import { Moon, Sun } from '../icons';

const THEME_KEY = 'pdesk-theme';

type Theme = 'light' | 'dark';

const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

/** The theme in force: the chosen one, else the system's. */
function currentTheme(): Theme {
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
function chooseTheme(theme: Theme): void {
  writeStored(THEME_KEY, theme);
  apply(theme);
}

/** Switches between light and dark; the choice is remembered in this browser. */
export function ThemeToggle() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    chooseTheme(other);
    setTheme(other);
  };
  return (
    <Button variant="" className="pd-icon-button" aria-label={`Use the ${other} theme`} onClick={toggle}>
      {other === 'dark' ? <Moon size={18} /> : <Sun size={18} />}
    </Button>
  );
}
