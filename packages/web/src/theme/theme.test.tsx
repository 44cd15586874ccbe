import { act, screen } from '@testing-library/react';
import { renderApp } from '../testing';
import { applyTheme, ThemeToggle } from './theme';

afterEach(() => {
  Reflect.deleteProperty(window, 'matchMedia');
  delete document.documentElement.dataset.bsTheme;
});

it('offers the other theme than the one in force, also once the system has changed its own', async () => {
  const listeners = new Set<() => void>();
  const system = {
    matches: false,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  Object.assign(window, { matchMedia: () => system });
  const { user } = renderApp(<ThemeToggle />);
  applyTheme();
  expect(screen.getByRole('button', { name: 'Use the dark theme' })).toBeInTheDocument();

  system.matches = true;
  act(() => {
    for (const listener of listeners) listener();
  });
  expect(document.documentElement.dataset.bsTheme).toBe('dark');
  await user.click(screen.getByRole('button', { name: 'Use the light theme' }));
  expect(document.documentElement.dataset.bsTheme).toBe('light');
  expect(screen.getByRole('button', { name: 'Use the dark theme' })).toBeInTheDocument();
});
