import { Button } from '@partnerdesk/web/core';
import { useState } from 'react';
import { Moon, Sun } from '../icons';
import { chooseTheme, currentTheme } from './theme';

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
