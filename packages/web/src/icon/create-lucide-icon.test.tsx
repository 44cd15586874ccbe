import { readFileSync } from 'node:fs';
import path from 'node:path';
import { render } from '@testing-library/react';
import Copy from 'lucide-react/icons/copy';
import createLucideIcon from './create-lucide-icon';

/** The data of an icon, as its file has it: the type does not name it. */
function dataOf(name: string) {
  const file = path.join(
    path.dirname(require.resolve('lucide-react/package.json')),
    `dist/esm/icons/${name}.mjs`,
  );
  const [, data = ''] = /__iconData = (\{[\s\S]*?\n\});/.exec(readFileSync(file, 'utf8')) ?? [];
  return new Function(`return ${data}`)();
}

const attributesOf = (element: Element | null) =>
  Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value.trim()]));

it('draws what lucide draws', () => {
  const Icon = createLucideIcon(dataOf('copy'));
  const ours = render(<Icon size={18} className="big" />).container.querySelector('svg');
  const theirs = render(<Copy size={18} className="big" />).container.querySelector('svg');
  expect(ours?.innerHTML).toBe(theirs?.innerHTML);
  const { class: _, ...attributes } = attributesOf(theirs);
  expect(attributesOf(ours)).toMatchObject(attributes);
});
