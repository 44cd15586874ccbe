import {
  PAYMENT_STATE_TEXT,
  type PayrollReportRow,
  type PayrollRun,
  personNameOf,
} from '@partnerdesk/contracts';
import { EntriesDialog, formatCount, type OpenedEntries, sumUsd, useConfiguration } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { MarkForm } from './mark-form';
import { PayFileButtons } from './pay-file-buttons';
import { useGetPaymentsVersionQuery, useLazyGetReportRowsQuery } from './payroll.api';
import { ReportBar } from './report-bar';
import { reportColumns, reportFacts } from './report-columns';
import { ReviewLayout } from './review-layout';
import { type RowFilter, TYPE_FILTER, useRowFilters } from './row-filters';
import { SelectionSummary } from './selection-summary';
import { useOpenedPayee } from './use-payee';
import { useRows, useWhole } from './use-rows';
import { useSelection } from './use-selection';

/** Payments by what became of them, and by how they are paid. */
const REPORT_FILTERS: readonly RowFilter<PayrollReportRow>[] = [
  {
    name: 'state',
    label: 'Payment state',
    any: 'All states',
    options: [
      {
        value: 'executed',
        label: 'In no file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID === undefined,
      },
      {
        value: 'filed',
        label: 'In a file',
        matches: ({ state, payFileID }) => state === 'executed' && payFileID !== undefined,
      },
      { value: 'paid', label: PAYMENT_STATE_TEXT.paid, matches: ({ state }) => state === 'paid' },
      { value: 'returned', label: PAYMENT_STATE_TEXT.returned, matches: ({ state }) => state === 'returned' },
    ],
  },
  TYPE_FILTER,
];

const paymentIdOf = ({ payrollID }: PayrollReportRow) => payrollID;

/** The rows of a report: opened to their entries, exported, put into pay files, marked. */
export function ReportRows({ run }: { run: PayrollRun }) {
  const { businessTimezone } = useConfiguration();
  const [fetchRows] = useLazyGetReportRowsQuery();
  const rows = useRows(fetchRows, run.id, run.rows);
  useReadAgain(rows.refresh);
  const filtered = useRowFilters(REPORT_FILTERS, rows);
  const selection = useSelection(paymentIdOf, filtered.key);
  useWhole(rows, selection.everybody);
  const [opened, setOpened] = useState<OpenedEntries>();
  const payee = useOpenedPayee<PayrollReportRow>();
  const openEntries = (row: PayrollReportRow) =>
    setOpened({ title: `Payment ${row.payrollID}, ${personNameOf(row)}`, payrollID: row.payrollID });

  const { everybody } = selection;
  // As they are now: what was ticked may be in a file, or marked, since.
  const ticked = selection.rows.map((row) => rows.latest(paymentIdOf, row));
  const selected = everybody ? filtered.rows : ticked;
  const isKnown = selected !== undefined || filtered.key === '';
  const count = selected?.length ?? (isKnown ? run.rows : 0);
  const sum = selected ? sumUsd(selected.map(({ amount }) => amount)) : isKnown ? run.amount : 0;
  const shown = new Set(filtered.key ? filtered.rows?.map(paymentIdOf) : undefined);
  const unseen = filtered.key && !everybody ? ticked.filter((row) => !shown.has(row.payrollID)).length : 0;

  return (
    <>
      <ReviewLayout
        caption="Payroll report"
        columns={reportColumns({
          selectColumn: selection.column((row) => `Select payment ${row.payrollID}`),
          timeZone: businessTimezone,
          onOpen: payee.open,
          onEntries: openEntries,
        })}
        rowKey={paymentIdOf}
        run={run}
        rows={rows}
        filtered={filtered}
        payee={payee}
        factsOf={(row) => reportFacts(rows.latest(paymentIdOf, row), businessTimezone)}
        summary={
          <SelectionSummary
            count={count}
            sum={sum}
            total={run.rows}
            rows={selected?.map(({ amount, paymentType }) => ({ amount, paymentType, flags: [] }))}
            note={unseen > 0 && `${formatCount(unseen)} of them not shown by the filters.`}
          >
            <PayFileButtons
              run={run}
              rows={selected}
              disabled={count === 0}
              onMade={selection.clear}
              what={
                everybody
                  ? {
                      run: run.id,
                      ...(filtered.hidden.length > 0 && { except: filtered.hidden.map(paymentIdOf) }),
                    }
                  : { payrollIDs: ticked.map(paymentIdOf) }
              }
            />
            {ticked.length > 0 && <MarkForm rows={ticked} onMarked={selection.clear} />}
          </SelectionSummary>
        }
      >
        <ReportBar run={run} readAll={rows.readAll} isNarrowed={filtered.key !== ''} shown={filtered.rows} />
      </ReviewLayout>
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Reads rows again whenever something became of payments. */
function useReadAgain(refresh: () => void): void {
  const { data: version } = useGetPaymentsVersionQuery();
  const read = useRef(version);
  useEffect(() => {
    if (read.current !== undefined && read.current !== version) refresh();
    read.current = version;
  }, [version, refresh]);
}
