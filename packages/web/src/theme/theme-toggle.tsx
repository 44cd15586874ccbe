import { useState } from 'react';
import Button from 'react-bootstrap/Button';
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
      <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
        <circle cx="9" cy="9" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M9 2a7 7 0 0 1 0 14z" fill="currentColor" />
      </svg>
    </Button>
  );
}
