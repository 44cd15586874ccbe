import { fireEvent, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing/expect-accessible';
import { describeChange, FigureCard, FigureCards } from './figure-card';
import { FilterChips } from './filter-chips';
import { SplitView } from './split-view';
import { Stepper } from './stepper';
import { Timeline } from './timeline';

it.each([
  [112, 100, '12% more than', 1],
  [80, 100, '20% less than', -1],
  [100.1, 100, 'a little more than', 1],
  [5, 5, 'as much as', 0],
  [5, 0, 'more than', 1],
  [-50, -100, '50% more than', 1],
])('describes %d after %d', (now, before, text, direction) =>
  expect(describeChange(now, before)).toEqual({ text, direction }),
);

it.each([
  ['better', 'pd-change-good'],
  ['worse', 'pd-change-bad'],
  ['neutral', 'pd-change-same'],
] as const)(
  'says a change in words, and colours it by whether it is good (more is %p)',
  async (more, tone) => {
    const { container } = render(
      <FigureCards>
        <FigureCard
          label="Refunds"
          value="$12.00"
          change={{ now: 12, before: 10, against: 'yesterday', more }}
          trend={[1, 2, 3]}
        />
      </FigureCards>,
    );
    expect(screen.getByText(/20% more than\s+yesterday/)).toHaveClass(tone);
    await expectAccessible(container);
  },
);

it('moves the border of a split view by keys, within its limits, and remembers it', async () => {
  localStorage.clear();
  const view = <SplitView name="test" list={<p>List</p>} details={<p>Details</p>} />;
  const { unmount } = render(view);
  await userEvent.tab();
  expect(screen.getByRole('separator')).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}'.repeat(9));
  expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '75');
  unmount();
  const { container } = render(view);
  expect(screen.getByRole('separator')).toHaveAttribute('aria-valuenow', '75');
  await expectAccessible(container);
});

it('gives the list all the room while nothing is open', () => {
  render(<SplitView name="test" list={<p>List</p>} details={undefined} />);
  expect(screen.queryByRole('separator')).not.toBeInTheDocument();
});

it('names the step that is being done, and those that are', async () => {
  const { container } = render(<Stepper label="Payroll" steps={['Choose', 'Review', 'Pay']} current={1} />);
  expect(screen.getByText('Review')).toHaveAttribute('aria-current', 'step');
  expect(screen.getAllByRole('listitem').map((step) => step.textContent)).toEqual([
    'Choose (done)',
    'Review',
    'Pay',
  ]);
  await expectAccessible(container);
});

it('takes filters off one by one', async () => {
  const onRemove = jest.fn();
  const chips = [
    { key: 'a', label: 'Status: Approved', onRemove },
    { key: 'b', label: 'Joined: 2026', onRemove: () => undefined },
  ];
  const { container } = render(<FilterChips chips={chips} onClear={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Status: Approved' }));
  // The second click of a double click meets the chip that has taken its place.
  fireEvent.click(screen.getByRole('button', { name: 'Remove Status: Approved' }), { detail: 2 });
  expect(onRemove).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('button', { name: 'Clear all' })).toBeInTheDocument();
  await expectAccessible(container);
});

it('lists what happened in its order', () => {
  const entries = [
    { key: 1, when: 'Nov 2', title: 'Paid', details: 'by Olga' },
    { key: 2, when: 'Nov 1', title: 'Executed' },
  ];
  render(<Timeline label="History" entries={entries} />);
  expect(screen.getAllByRole('listitem').map((entry) => entry.textContent)).toEqual([
    'Nov 2Paidby Olga',
    'Nov 1Executed',
  ]);
});
