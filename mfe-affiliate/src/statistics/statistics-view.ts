import type {
  Comparison,
  DayRange,
  PaymentHistoryRow,
  SaleDetail,
  SaleSummary,
} from '@partnerdesk/contracts';
import { useAffiliateId, useAppDispatch } from '@partnerdesk/web';
import { useCallback, useRef, useState } from 'react';
import { statisticsEndpoints } from './statistics.api';

/** View modes (docs/PRODUCT.md §4); none before the first data. */
export const VIEW = { none: 0, paymentHistory: 1, saleSummary: 2, saleDetails: 3 } as const;
export type ViewMode = 1 | 2 | 3;

/** A period, and what it is compared with. */
export interface ComparedDays extends DayRange {
  compare: Comparison;
}

/** What is on the screen: a view, and the data that came for it. */
export type ShownView = { range: ComparedDays } & (
  | { mode: 1; rows: PaymentHistoryRow[] }
  | { mode: 2; summary: SaleSummary | null }
  | { mode: 3; rows: SaleDetail[]; next?: string; summary: SaleSummary | null }
);

/** Sales as far as they were asked for. */
export type ShownSales = ShownView & { mode: 3 };

/** Asks for views. What is shown changes when its data has come (docs/PRODUCT.md §4); the latest question wins. */
export function useStatisticsView() {
  const affiliateID = useAffiliateId();
  const dispatch = useAppDispatch();
  const [shown, setShown] = useState<ShownView>();
  const [asked, setAsked] = useState<ViewMode>();
  const [failed, setFailed] = useState<() => void>();
  const latestRef = useRef(0);

  const fetchView = useCallback(
    async (mode: ViewMode, range: ComparedDays): Promise<ShownView> => {
      const { startDate, endDate } = range;
      const query = { affiliateID, startDate, endDate };
      const fresh = { forceRefetch: true, subscribe: false };
      const { getPaymentHistory, getSaleSummary, getSaleDetails } = statisticsEndpoints;
      if (mode === VIEW.paymentHistory) {
        return { mode, range, rows: await dispatch(getPaymentHistory.initiate(query, fresh)).unwrap() };
      }
      if (mode === VIEW.saleSummary) {
        return { mode, range, summary: await dispatch(getSaleSummary.initiate(query, fresh)).unwrap() };
      }
      const page = await dispatch(getSaleDetails.initiate(query, fresh)).unwrap();
      // A first page does not add up to the whole.
      const summary = page.next ? await dispatch(getSaleSummary.initiate(query, fresh)).unwrap() : null;
      return { mode, range, ...page, summary };
    },
    [affiliateID, dispatch],
  );

  const ask = useCallback(
    async (mode: ViewMode, range: ComparedDays) => {
      latestRef.current += 1;
      const question = latestRef.current;
      setAsked(mode);
      setFailed(undefined);
      // A failure has raised its alert already; what was shown stays.
      const view = await fetchView(mode, range).catch(() => undefined);
      if (question !== latestRef.current) return;
      setAsked(undefined);
      if (view) setShown(view);
      else setFailed(() => () => void ask(mode, range));
    },
    [fetchView],
  );

  const clear = useCallback(() => {
    latestRef.current += 1;
    setAsked(undefined);
    setFailed(undefined);
    setShown(undefined);
  }, []);

  const pageAfter = useCallback(
    (range: DayRange, cursor: string | undefined) =>
      dispatch(
        statisticsEndpoints.getSaleDetails.initiate(
          { affiliateID, ...range, cursor },
          { forceRefetch: true, subscribe: false },
        ),
      ).unwrap(),
    [affiliateID, dispatch],
  );

  /** Shows the page of sales after those that are shown. A failure has raised its alert. */
  const more = useCallback(
    async (view: ShownSales) => {
      const page = await pageAfter(view.range, view.next).catch(() => undefined);
      if (!page) return;
      const { next: _, ...rest } = view;
      // What was asked for meanwhile stays.
      setShown((now) => (now === view ? { ...rest, ...page, rows: [...view.rows, ...page.rows] } : now));
    },
    [pageAfter],
  );

  /** Every sale of the range. */
  const readAll = useCallback(
    async ({ range, rows, next }: ShownSales): Promise<SaleDetail[]> => {
      const all = [...rows];
      for (let cursor = next; cursor; ) {
        const page = await pageAfter(range, cursor);
        all.push(...page.rows);
        cursor = page.next;
      }
      return all;
    },
    [pageAfter],
  );

  return { shown, asked, failed, ask, clear, more, readAll };
}
