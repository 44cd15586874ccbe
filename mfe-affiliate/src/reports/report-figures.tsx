import {
  COMPARISON_NAMES,
  type Comparison,
  type LinkReport,
  type LinkReportFigures,
  linkRates,
} from '@partnerdesk/contracts';
import { countOf, formatCount, formatUsd } from '@partnerdesk/web';
import { FigureCard, FigureCards } from '@partnerdesk/web/parts';

const percent = (share: number | undefined, of: string) =>
  share === undefined ? '' : `${share.toFixed(1)}% of ${of}`;

/** The sums of a report against those of the period that it is compared with. */
export function ReportFigures({
  report: { total, totalBefore },
  compare,
}: {
  report: LinkReport;
  compare: Comparison;
}) {
  const { joinRate, saleRate, perVisitor } = linkRates(total);
  const against = COMPARISON_NAMES[compare];
  const change = (pick: (figures: LinkReportFigures) => number) => ({
    now: pick(total),
    before: pick(totalBefore),
    against,
  });
  const refunds = total.refunds ? `; before refunds of ${formatUsd(total.refunds)}` : '';
  const bots = total.bots > 0 ? `; ${countOf(total.bots, 'click')} of bots left out` : '';
  return (
    <FigureCards>
      <FigureCard
        label="Clicks"
        value={formatCount(total.clicks)}
        note={`by ${countOf(total.visitors, 'visitor')}${bots}`}
        change={change(({ clicks }) => clicks)}
      />
      <FigureCard
        label="Joins"
        value={formatCount(total.joins)}
        note={percent(joinRate, 'visitors')}
        change={change(({ joins }) => joins)}
      />
      <FigureCard
        label="Sales"
        value={formatUsd(total.sales)}
        note={
          [countOf(total.salesCount, 'sale'), percent(saleRate, 'visitors')].filter(Boolean).join(', ') +
          refunds
        }
        change={change(({ sales }) => sales)}
      />
      <FigureCard
        label="Payout"
        value={formatUsd(total.payout)}
        note={perVisitor === undefined ? '' : `${formatUsd(perVisitor)} a visitor`}
        change={change(({ payout }) => payout)}
      />
    </FigureCards>
  );
}
