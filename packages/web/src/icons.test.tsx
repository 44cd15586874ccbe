import { render } from '@testing-library/react';
import { Search } from './icons';

it('draws its shapes in the text’s colour, as decoration', () => {
  const svg = render(<Search size={18} className="big" />).container.querySelector('svg');
  const attribute = (name: string) => svg?.getAttribute(name);
  expect(attribute('class')).toBe('big');
  expect(['width', 'height', 'viewBox'].map(attribute)).toEqual(['18', '18', '0 0 24 24']);
  expect(['stroke', 'aria-hidden'].map(attribute)).toEqual(['currentColor', 'true']);
  expect([...(svg?.children ?? [])].map((shape) => shape.getAttribute('d'))).toEqual([
    'M21 21l-4.34-4.34M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
  ]);
});
