import { Button, readStored, useMedia, writeStored } from '@partnerdesk/web/core';
import { useState } from 'react';
import { Moon, Sun } from '../icons';

const THEME_KEY = 'pdesk-theme';
const DARK = '(prefers-color-scheme: dark)';

type Theme = 'light' | 'dark';

function chosenTheme(): Theme | undefined {
  const chosen = readStored(THEME_KEY);
  return chosen === 'light' || chosen === 'dark' ? chosen : undefined;
}

const apply = (theme: Theme) => {
  document.documentElement.dataset.bsTheme = theme;
};

/** Puts the chosen theme in force, or the system's, which it follows as long as none is chosen. Call once, at first. */
export function applyTheme(): void {
  const system = window.matchMedia?.(DARK);
  const follow = () => apply(chosenTheme() ?? (system?.matches ? 'dark' : 'light'));
  follow();
  system?.addEventListener('change', follow);
}

/** Switches between light and dark; the choice is remembered in this browser. */
export function ThemeToggle() {
  const [chosen, setChosen] = useState(chosenTheme);
  const isSystemDark = useMedia(DARK);
  const other = (chosen ?? (isSystemDark ? 'dark' : 'light')) === 'dark' ? 'light' : 'dark';
  const toggle = () => {
    writeStored(THEME_KEY, other);
    apply(other);
    setChosen(other);
  };
  return (
    <Button variant="" className="pd-icon-button" aria-label={`Use the ${other} theme`} onClick={toggle}>
      {other === 'dark' ? <Moon size={18} /> : <Sun size={18} />}
    </Button>
  );
}
