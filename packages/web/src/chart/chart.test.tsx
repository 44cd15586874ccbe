import { render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { expectAccessible } from '../testing/expect-accessible';
import { axisTicks, eachDay, labelStep } from './chart-scale';
import { SeriesChart, type SeriesChartProps } from './series-chart';
import { drawnRange, stepOf, stepsOf } from './steps';

interface DailyChartProps extends Pick<SeriesChartProps, 'title' | 'empty'> {
  points: readonly { day: string; sales: number; payout: number }[];
  startDate: string;
  endDate: string;
}

/** Sales and payout of a range, in the steps of its length. */
function DailyChart({ points, startDate, endDate, ...chart }: DailyChartProps) {
  const by = stepOf({ startDate, endDate });
  const days = eachDay(startDate, endDate).map((day) => ({
    day,
    of: points.find((each) => each.day === day),
  }));
  const steps = stepsOf(days, by);
  const sumsOf = (name: 'sales' | 'payout') =>
    steps.map((step) => step.days.reduce((sum, { of }) => sum + (of?.[name] ?? 0), 0));
  return (
    <SeriesChart
      {...chart}
      by={by}
      days={steps.map(({ day }) => day)}
      series={[
        { label: 'Sales', values: sumsOf('sales') },
        { label: 'Payout', values: sumsOf('payout') },
      ]}
      unit="usd"
    />
  );
}

describe('axisTicks', () => {
  it.each([
    [[], [0, 0.25, 0.5, 0.75, 1]],
    [
      [0, 0],
      [0, 0.25, 0.5, 0.75, 1],
    ],
    [
      [130, 40],
      [0, 50, 100, 150],
    ],
    [
      [-20, 90],
      [-50, 0, 50, 100],
    ],
    [
      [-8, -1],
      [-8, -6, -4, -2, 0],
    ],
  ])('holds %j and zero in round steps', (values, ticks) => expect(axisTicks(values)).toEqual(ticks));
});

describe('eachDay', () => {
  it('has every day of the range, across the end of a month', () =>
    expect(eachDay('2026-10-31', '2026-11-02')).toEqual(['2026-10-31', '2026-11-01', '2026-11-02']));
  it('has no day of a range that ends before it starts', () =>
    expect(eachDay('2026-11-02', '2026-11-01')).toEqual([]));
});

it('leaves out labels that have no room', () => {
  expect(labelStep(31, 8)).toBe(4);
  expect(labelStep(3, 8)).toBe(1);
  expect(labelStep(3, 0)).toBe(3);
});

it('can be read by the arrow keys, and stops at both ends', async () => {
  const points = [
    { day: '2026-11-01', sales: 100, payout: 30 },
    { day: '2026-11-02', sales: -20, payout: -6 },
  ];
  const { container } = render(
    <DailyChart
      title="Sales and payout by day"
      points={points}
      startDate="2026-11-01"
      endDate="2026-11-02"
      empty={null}
    />,
  );
  await expectAccessible(container);
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('img')).toHaveFocus();
  await user.keyboard('{ArrowLeft}');
  expect(screen.getByRole('status')).toHaveTextContent('Nov 2, 2026: sales −$20.00, payout −$6.00');
  await user.keyboard('{ArrowRight}{ArrowLeft}{ArrowLeft}');
  expect(screen.getByRole('status')).toHaveTextContent('Nov 1, 2026: sales $100.00, payout $30.00');
});

it('shows its last label whole, at the edge of the frame', () => {
  const { container } = render(
    <DailyChart
      title="Sales"
      points={[{ day: '2026-10-01', sales: 5, payout: 1 }]}
      startDate="2026-10-01"
      endDate="2026-10-31"
      empty={null}
    />,
  );
  const labels = [...container.querySelectorAll('.pd-chart-day')];
  expect(labels.at(-1)).toHaveTextContent('Oct 31');
  expect(labels.at(-1)).toHaveAttribute('text-anchor', 'end');
  expect(labels.at(-2)).toHaveAttribute('text-anchor', 'middle');
});

it('draws two years by month, with their years, and large sums short', async () => {
  const points = [
    { day: '2025-03-01', sales: 400_000, payout: 1 },
    { day: '2025-03-31', sales: 850_000, payout: 2 },
  ];
  const { container } = render(
    <DailyChart title="Sales" points={points} startDate="2025-01-01" endDate="2026-12-31" empty={null} />,
  );
  expect(container.querySelector('.pd-chart-day')).toHaveTextContent('Jan 2025');
  expect(screen.getByText('$1.5M')).toBeInTheDocument();
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(screen.getByRole('status')).toHaveTextContent('March 2025: sales $1,250,000.00, payout $3.00');
});

describe('drawnRange', () => {
  const data = ['2026-03-07', '2026-11-20'];
  it.each([
    ['2020-01-01', '2039-12-31', data, '2026-03-07', '2026-11-20'],
    ['2020-01-01', '2039-12-31', [], '2020-01-01', '2039-12-31'],
    ['2026-10-01', '2026-12-31', data, '2026-10-01', '2026-12-31'],
    ['2026-05-01', '2039-12-31', data, '2026-11-20', '2026-11-20'],
  ])('of %s to %s with data on %j is %s to %s', (startDate, endDate, days, first, last) =>
    expect(drawnRange({ startDate, endDate }, days)).toEqual({ startDate: first, endDate: last }),
  );
});

it('says a sentence in place of an axis from $0 to $1', () => {
  const empty = <p>Nothing was sold.</p>;
  render(<DailyChart title="Sales" points={[]} startDate="2026-11-01" endDate="2026-11-02" empty={empty} />);
  expect(screen.getByText('Nothing was sold.')).toBeInTheDocument();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});
