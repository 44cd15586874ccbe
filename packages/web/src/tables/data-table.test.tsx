import { render, screen, within } from '@testing-library/react';
import '@testing-library/jest-dom';
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
