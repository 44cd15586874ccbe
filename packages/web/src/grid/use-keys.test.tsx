import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { useKeys } from './use-keys';

/** Presses "a" the moment its picture is there, before React has run effects. */
function Picture({ id, judged }: { id: number; judged: number[] }) {
  useKeys([{ keys: ['a'], label: 'Approve', run: () => judged.push(id) }]);
  useLayoutEffect(() => {
    if (id > 1) document.dispatchEvent(new KeyboardEvent('keydown', { key: 'a' }));
  }, [id]);
  return null;
}

it('a key that follows at once acts on the picture that is shown, not on the one before', () => {
  const judged: number[] = [];
  const { rerender } = render(<Picture id={1} judged={judged} />);
  rerender(<Picture id={2} judged={judged} />);
  expect(judged).toEqual([2]);
});
