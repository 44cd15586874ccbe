import { screen } from '@testing-library/react';
import { renderApp } from '../testing';
import { FilterSheet } from './filter-sheet';

const filters = (
  <FilterSheet count={2}>
    <label>
      Status <input />
    </label>
  </FilterSheet>
);

it('stands over the list where there is room', () => {
  renderApp(filters);
  expect(screen.getByLabelText('Status')).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it('is a sheet on a phone, behind a button with the number of filters in force', async () => {
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
  const { user } = renderApp(filters);
  expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  expect(screen.getByRole('dialog', { name: 'Filters' })).toContainElement(screen.getByLabelText('Status'));
  await user.click(screen.getByRole('button', { name: 'Show the list' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  Reflect.deleteProperty(window, 'matchMedia');
});
