import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { Pager } from './pager';

it('leads to the pages before and after, as far as there are any', async () => {
  const onPage = jest.fn();
  const { rerender } = render(<Pager page={1} pages={2} onPage={onPage} />);
  expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByText('Page 1 of 2')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(onPage).toHaveBeenCalledWith(2);
  rerender(<Pager page={2} hasNext={false} labels={['Newer', 'Older']} onPage={onPage} />);
  expect(screen.getByRole('button', { name: 'Older' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Newer' }));
  expect(onPage).toHaveBeenLastCalledWith(1);
});

it('is not there for a single page', () => {
  render(<Pager page={1} pages={1} onPage={() => undefined} />);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  render(
    <Pager page={1} pages={1} onPage={() => undefined}>
      5 entries
    </Pager>,
  );
  expect(screen.getByText('5 entries')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
