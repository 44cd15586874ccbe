import { render, screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
import userEvent from '@testing-library/user-event';
import { DataTable } from './data-table';

it('names each value that a phone shows without its header; the row’s own name needs none', () => {
  render(
    <DataTable
      stacked
      caption="Builds"
      columns={[
        { header: 'Part', rowHeader: true, cell: () => 'payroll' },
        { header: 'Pages', numeric: true, cell: () => 64 },
        { header: '', key: 'actions', cell: () => 'Open' },
      ]}
      rows={[1]}
      rowKey={(row) => row}
      footer={['Total', '64', '']}
    />,
  );
  expect(screen.getByRole('table')).toHaveClass('pd-table-stacked');
  const [, row, footer] = screen.getAllByRole('row');
  const labels = (of: HTMLElement | undefined) =>
    within(of as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.dataset.label);
  expect(screen.getByRole('rowheader')).not.toHaveAttribute('data-label');
  expect(labels(row)).toEqual(['Pages', undefined]);
  expect(labels(footer)).toEqual([undefined, 'Pages', undefined]);
});

it('folds a row on a phone to its name, its amount and two more values; a tap shows all of it', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const column = (header: string) => ({ header, cell: () => header.toLowerCase() });
  render(
    <DataTable
      stacked
      caption="Payments"
      columns={[
        { ...column('Name'), rowHeader: true },
        ...['Type', 'Period', 'Created'].map(column),
        { ...column('Amount'), numeric: true, besideName: true },
      ]}
      rows={[1]}
      rowKey={(row) => row}
    />,
  );
  const row = screen.getAllByRole('row')[1] as HTMLElement;
  expect(row).toHaveClass('pd-folded');
  expect(within(row).getByText('amount')).toHaveClass('pd-fold-amount');
  expect(within(row).getByText('period')).not.toHaveClass('pd-fold-more');
  expect(within(row).getByText('created')).toHaveClass('pd-fold-more');
  const all = screen.getByRole('button', { name: 'All values' });
  await userEvent.click(all);
  expect(all).toHaveAttribute('aria-expanded', 'true');
  expect(row).toHaveClass('pd-unfolded');
  await userEvent.click(within(row).getByText('name'));
  expect(row).toHaveClass('pd-folded');
  Reflect.deleteProperty(window, 'matchMedia');
});

it.each([
  ['the row’s first control', (row: number) => <button type="button">open {row}</button>, 'open 2'],
  ['the row itself, where it has none', (row: number) => `row ${row}`, undefined],
])('leads on to the first row that "Show more" has brought: %s', async (_, cell, control) => {
  render(
    <DataTable
      caption="Entries"
      columns={[{ header: 'Entry', cell }]}
      rows={[1, 2]}
      rowKey={(row) => row}
      pageSize={1}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  const row = screen.getAllByRole('row')[2] as HTMLElement;
  expect(control ? within(row).getByRole('button', { name: control }) : row).toHaveFocus();
});
