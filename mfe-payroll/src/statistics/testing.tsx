import { type SiteStatistics, STATISTICS_FIELDS } from '@partnerdesk/contracts';
import { anAdmin, FakeEventSource, renderApp } from '@partnerdesk/web/testing';
import { screen } from '@testing-library/react';

const ZEROS = Object.fromEntries(STATISTICS_FIELDS.map(({ name }) => [name, 0])) as SiteStatistics;
/** Every figure, zero but for these. */
export const figures = (some: Partial<SiteStatistics>) => ({ ...ZEROS, ...some });

/** What GET /admin-get-statistics-by-day answers: two days, and the two before them. */
export const BY_DAY = {
  current: {
    startDate: '2026-11-20',
    endDate: '2026-11-21',
    statistics: figures({ salesCount: 1234, salesAmount: 56.7 }),
    days: [
      {
        day: '2026-11-21',
        salesCount: 1234,
        salesAmount: 56.7,
        refundsAmount: 10,
        tipsAmount: 2,
        tipsCount: 1,
      },
    ],
  },
  previous: {
    startDate: '2026-11-18',
    endDate: '2026-11-19',
    statistics: figures({ salesCount: 1000, tipsAmount: 2 }),
    days: [{ day: '2026-11-18', salesAmount: 7 }],
  },
};

/** A statistics screen over these answers; its address names a period that is none, so nothing is asked for yet. */
export function open(
  Screen: () => React.ReactNode,
  routes: Record<string, () => unknown> = {},
  path = '/?period=',
) {
  FakeEventSource.install();
  return renderApp(<Screen />, {
    person: anAdmin(),
    path,
    configuration: { today: new Date().toISOString().slice(0, 10), businessTimezone: 'UTC' },
    api: {
      'GET /admin-get-statistics': () => ({
        adminSiteStatistics: figures({ salesCount: 1234, salesAmount: 56.7 }),
      }),
      'GET /admin-get-statistics-by-day': () => BY_DAY,
      ...routes,
    },
  });
}

type User = ReturnType<typeof open>['user'];

/** Chooses a preset, which asks; without one presses the button. */
export async function show(user: User, preset = 'Today') {
  if (preset) await user.selectOptions(screen.getByLabelText('Period'), preset);
  else await user.click(screen.getByRole('button', { name: 'Show Statistics' }));
}

/** The rows of the figures, without those of their groups. */
export const figureRows = (table: HTMLElement) => [
  ...table.querySelectorAll<HTMLTableRowElement>('tr[data-figure]'),
];

export const figureTable = () => screen.findByRole('table', { name: /^Figures of/ });
