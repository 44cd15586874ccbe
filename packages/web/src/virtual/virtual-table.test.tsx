import { fireEvent, render, screen } from '@testing-library/react';
import '@testing-library/jest-dom';
import { act } from 'react';
import { VirtualTable } from './virtual-table';

const COLUMNS = [{ header: 'Name', cell: (row: { id: number }) => `Row ${row.id}`, rowHeader: true }];
const ROW_PX = 44;

function open(count: number, fetched = count) {
  const ranges: number[][] = [];
  render(
    <VirtualTable
      caption="Rows"
      columns={COLUMNS}
      count={count}
      rowAt={(index) => (index < fetched ? { id: index } : undefined)}
      rowKey={(row) => row.id}
      rowPx={44}
      onRange={(from, to) => ranges.push([from, to])}
    />,
  );
  return ranges;
}

/** Nothing is laid out here: the table stands at the page's top, and moves with it. */
beforeEach(() =>
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockImplementation(() => ({ top: -window.scrollY }) as DOMRect),
);
afterEach(() => jest.restoreAllMocks());

it('holds only the rows in view, however many there are, and says how many that is', () => {
  const ranges = open(10_000);
  expect(screen.getByRole('table')).toHaveAttribute('aria-rowcount', '10001');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(ranges.at(-1)?.[0]).toBe(0);
});

it('follows the page as it scrolls, and asks for what comes into view', async () => {
  const ranges = open(10_000, 100);
  await act(async () => {
    Object.defineProperty(window, 'scrollY', { configurable: true, value: 5000 * ROW_PX });
    fireEvent.scroll(window);
  });
  expect(ranges.at(-1)?.[0]).toBe(4990);
  expect(screen.queryByText('Row 0')).not.toBeInTheDocument();
});
