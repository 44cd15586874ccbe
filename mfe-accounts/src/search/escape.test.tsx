import { anAdmin, renderApp } from '@partnerdesk/web/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { anAffiliateRecord, BESIDE, page } from '../testing/records';
import { AffiliatesScreen } from './accounts-screen';

const ANN = anAffiliateRecord();
const BO = anAffiliateRecord({ affID: 13, firstName: 'Bo', lastName: 'Ek', status: 2 });

const details = () => screen.queryByRole('region', { name: 'Details' });
const opened = async () => {
  const app = renderApp(<AffiliatesScreen />, {
    person: anAdmin(),
    path: '/?type=2&q=ann&id=13',
    api: {
      'GET /get-affiliate-info': ({ query }) => page(query.AffID ? [BO] : [ANN, BO]),
      ...BESIDE,
    },
  });
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Bo Ek' })).toHaveFocus());
  await screen.findByRole('table', { name: 'affiliates found' });
  return app;
};

it('Escape closes the details, and leads back to their row', async () => {
  const app = await opened();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: 'select 13 Bo Ek' })).toHaveFocus());
  expect(details()).not.toBeInTheDocument();
  expect(app.place.path).toBe('/?type=2&q=ann');
});

it('the browser’s Back leads from the details to their row, too', async () => {
  const app = await opened();
  await app.user.click(screen.getByRole('button', { name: /^select 12/ }));
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(screen.getByRole('button', { name: /^select 12/ })).toHaveFocus());
  await app.user.click(screen.getByRole('button', { name: 'select 13 Bo Ek' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Bo Ek' })).toHaveFocus());
  act(() => app.place.go(-1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'select 13 Bo Ek' })).toHaveFocus());
  expect(details()).not.toBeInTheDocument();
});

it('Escape leaves the details open while a section is edited, wherever the focus is', async () => {
  const app = await opened();
  await app.user.click(screen.getByRole('button', { name: 'Info' }));
  await app.user.click(await screen.findByRole('button', { name: 'Edit Info' }));
  await app.user.keyboard('x{Escape}');
  act(() => screen.getByRole('button', { name: 'select 13 Bo Ek' }).focus());
  await app.user.keyboard('{Escape}');
  expect(screen.getByRole('form', { name: 'Info' })).toBeInTheDocument();
  expect(app.place.path).toContain('id=13');
});

it('Escape closes the menu of columns before the details', async () => {
  const app = await opened();
  await app.user.click(screen.getByRole('button', { name: 'Columns' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'Joined' }));
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('checkbox', { name: 'Joined' })).not.toBeInTheDocument();
  expect(details()).toBeInTheDocument();
});

it('Escape closes a filter’s calendar, then its field, before the details', async () => {
  const app = await opened();
  await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
  await app.user.click(screen.getByRole('button', { name: 'Joined from' }));
  await app.user.click(screen.getByRole('button', { name: /calendar/i }));
  expect(await screen.findByRole('dialog', { name: 'Calendar' })).toBeInTheDocument();
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Calendar' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  );
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Calendar' })).not.toBeInTheDocument();
  await app.user.keyboard('{Escape}');
  expect(screen.queryByLabelText('Joined from')).not.toBeInTheDocument();
  expect(details()).toBeInTheDocument();
});

it('a date that is being typed into a filter closes nothing before it is one', async () => {
  const app = await opened();
  await app.user.click(screen.getByRole('button', { name: 'Add filter' }));
  await app.user.click(screen.getByRole('button', { name: 'Joined from' }));
  await app.user.type(screen.getByLabelText('Joined from'), '1/5/202');
  expect(screen.getByLabelText('Joined from')).toHaveValue('1/5/202');
  expect(details()).toBeInTheDocument();
  await app.user.type(screen.getByLabelText('Joined from'), '6');
  expect(app.place.path).toBe('/?type=2&q=ann&joinedFrom=2026-01-05');
  act(() => app.place.go(-1));
  expect(app.place.path).toBe('/?type=2&q=ann&id=13');
});

it('Escape is the office’s while the focus is in its menu', async () => {
  const app = await opened();
  const menu = document.body.appendChild(document.createElement('button'));
  menu.focus();
  await app.user.keyboard('{Escape}');
  menu.remove();
  expect(details()).toBeInTheDocument();
});
