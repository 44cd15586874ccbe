import type { AccountFigures } from '@partnerdesk/contracts';
import { EmptyState } from '@partnerdesk/web';
import { SeriesChart } from '@partnerdesk/web/chart';

/** Sales (where there are some) and earnings by month (USD). */
export function MonthsChart({ months }: { months: AccountFigures['months'] }) {
  const hasSales = months.some(({ sales }) => sales !== undefined);
  return (
    <SeriesChart
      empty={<EmptyState text="Nothing was earned in these twelve months." />}
      title="Earnings by month"
      by="month"
      unit="usd"
      days={months.map(({ month }) => `${month}-01`)}
      series={[
        ...(hasSales ? [{ label: 'Sales', values: months.map(({ sales = 0 }) => sales) }] : []),
        { label: 'Earnings', values: months.map(({ earnings }) => earnings) },
      ]}
    />
  );
}
