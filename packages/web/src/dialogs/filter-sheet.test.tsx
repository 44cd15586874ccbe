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

const onPhone = () =>
  Object.assign(window, {
    matchMedia: () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
afterEach(() => Reflect.deleteProperty(window, 'matchMedia'));

it('is a sheet on a phone, behind a button with the number of filters in force', async () => {
  onPhone();
  const { user } = renderApp(filters);
  expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }));
  expect(screen.getByRole('dialog', { name: 'Filters' })).toContainElement(screen.getByLabelText('Status'));
  await user.click(screen.getByRole('button', { name: 'Show the list' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('is closed by the form in it, which has the only button', async () => {
  onPhone();
  const { user } = renderApp(
    <FilterSheet count={0}>
      {(close) => (
        <button type="button" onClick={close}>
          Search
        </button>
      )}
    </FilterSheet>,
  );
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.queryByRole('button', { name: 'Show the list' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
