import { render } from '@testing-library/react';
import { Copy } from '../icons';

it('draws its shapes in the text’s colour, as decoration', () => {
  const svg = render(<Copy size={18} className="big" />).container.querySelector('svg');
  const attribute = (name: string) => svg?.getAttribute(name);
  expect([...(svg?.classList ?? [])]).toEqual(['lucide', 'lucide-copy', 'big']);
  expect(['width', 'height', 'viewBox'].map(attribute)).toEqual(['18', '18', '0 0 24 24']);
  expect(['stroke', 'aria-hidden'].map(attribute)).toEqual(['currentColor', 'true']);
  expect([...(svg?.children ?? [])].map(({ tagName }) => tagName)).toEqual(['rect', 'path']);
  expect(svg?.querySelector('rect')?.getAttribute('rx')).toBe('2');
});
