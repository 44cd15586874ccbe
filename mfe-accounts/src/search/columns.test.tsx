import { anAdmin, renderApp } from '@partnerdesk/web/testing';
import { screen, within } from '@testing-library/react';
import { anAffiliateRecord, BESIDE, PERFORMANCE, page } from '../testing/records';
import { AffiliatesScreen } from './accounts-screen';

const REM_PX = 16;

/** A window this wide, for those who ask by a media query. */
function atWidth(px: number): void {
  const isIn = (query: string) =>
    [...query.matchAll(/\((min|max)-width: ([\d.]+)(px|rem)\)/g)].every(([, end, size, unit]) => {
      const limit = Number(size) * (unit === 'rem' ? REM_PX : 1);
      return end === 'min' ? px >= limit : px <= limit;
    });
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: isIn(query),
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });
}
afterEach(() => Reflect.deleteProperty(window, 'matchMedia'));

async function headsAt(px: number, path = '/') {
  atWidth(px);
  const app = renderApp(<AffiliatesScreen />, {
    person: anAdmin(),
    path,
    api: {
      'GET /get-affiliate-info': () => page([anAffiliateRecord({ performance: PERFORMANCE } as object)]),
      ...BESIDE,
    },
  });
  const heads = async () =>
    within(await screen.findByRole('table', { name: 'affiliates found' }))
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent?.replace(/[↕↑↓]/, ''));
  return { app, heads };
}

const RECORD = ['Select', 'ID', 'Name', 'Email', 'Status'];
const FIGURES = ['Clicks', 'Joins', 'Sales', 'EPC', 'Earned', 'Balance', 'Last sale'];

it('has every figure at 1280 px, and at 1440 px their course of 30 days', async () => {
  const { app, heads } = await headsAt(1280);
  expect(await heads()).toEqual([...RECORD, ...FIGURES]);
  app.unmount();
  const wide = await headsAt(1440);
  expect(await wide.heads()).toEqual([...RECORD, ...FIGURES, '30 days']);
});

it('leaves figures that have no room to the menu of columns, but never the one it is sorted by', async () => {
  const { app, heads } = await headsAt(1024, '/?sort=lastSale&order=desc');
  expect(await heads()).toEqual([...RECORD, 'Sales', 'Earned', 'Balance', 'Last sale']);
  await app.user.click(screen.getByRole('button', { name: 'Columns' }));
  await app.user.click(screen.getByRole('checkbox', { name: 'EPC' }));
  expect(await heads()).toEqual([...RECORD, 'Sales', 'EPC', 'Earned', 'Balance', 'Last sale']);
  expect(app.place.path).toBe('/?sort=lastSale&order=desc&columns=epc');
  expect(screen.getByRole('checkbox', { name: '30 days' })).not.toBeChecked();
});

it('takes figures away for details beside the list, not for those below it', async () => {
  const beside = await headsAt(1280, '/?id=12');
  expect(await beside.heads()).toEqual(RECORD);
  expect(screen.queryByLabelText('Figures of')).not.toBeInTheDocument();
  beside.app.unmount();
  const below = await headsAt(1024, '/?id=12');
  expect(await below.heads()).toEqual([...RECORD, 'Sales', 'Earned', 'Balance']);
  expect(screen.getByLabelText('Figures of')).toBeInTheDocument();
});
