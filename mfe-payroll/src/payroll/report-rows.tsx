import { type PayrollReportRow, type PayrollRun, personNameOf } from '@partnerdesk/contracts';
import { EntriesDialog, type OpenedEntries, useConfiguration } from '@partnerdesk/web';
import { VirtualTable } from '@partnerdesk/web/virtual';
import { useEffect, useState } from 'react';
import { MarkForm } from './mark-form';
import { useLazyGetReportRowsQuery } from './payroll.api';
import { ReportBar } from './report-bar';
import { reportColumns } from './report-columns';
import { useRows } from './use-run';
import { useSelection } from './use-selection';

const paymentIdOf = ({ payrollID }: PayrollReportRow) => payrollID;

/**
 * The rows of a report: opened to their entries, exported, put into pay files, marked.
 * @param changes counts what changed the payments elsewhere: the rows are then read again
 */
export function ReportRows({ run, changes }: { run: PayrollRun; changes: number }) {
  const { businessTimezone } = useConfiguration();
  const [fetchRows] = useLazyGetReportRowsQuery();
  const rows = useRows(fetchRows, run.id, run.rows);
  const { refresh } = rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever something changed elsewhere
  useEffect(refresh, [refresh, changes]);
  const selection = useSelection(paymentIdOf);
  const [opened, setOpened] = useState<OpenedEntries>();

  return (
    <>
      <ReportBar run={run} selection={selection} readAll={rows.all} />
      {selection.rows.length > 0 && (
        <MarkForm
          rows={selection.rows}
          onMarked={() => {
            selection.clear();
            refresh();
          }}
        />
      )}
      <VirtualTable
        caption="Payroll report"
        columns={reportColumns({
          selectColumn: selection.column((row) => `Select payment ${row.payrollID}`),
          timeZone: businessTimezone,
          onEntries: (row) =>
            setOpened({
              title: `Payment ${row.payrollID}, ${personNameOf(row)}`,
              payrollID: row.payrollID,
            }),
        })}
        count={run.rows}
        rowAt={rows.rowAt}
        rowKey={paymentIdOf}
        onRange={rows.ensure}
      />
      {opened && <EntriesDialog opened={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}
