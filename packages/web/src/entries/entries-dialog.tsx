import {
  accountPath,
  ENTRIES_PAGE,
  type EntriesQuery,
  type PayrollEntry,
  payrollEntriesCall,
} from '@partnerdesk/contracts';
import {
  api,
  ask,
  type CallMeta,
  formatCount,
  formatDay,
  formatUsd,
  Link,
  QueryView,
  useSession,
} from '@partnerdesk/web/core';
import { Dialog } from '@partnerdesk/web/kit';
import { useState } from 'react';
import type { Column } from '../tables/cells';
import { DataTable } from '../tables/data-table';
import { Pager } from '../tables/pager';

const entriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Entries of a payment, or what is open of a person through a day. */
    getEntries: build.query({
      ...ask(payrollEntriesCall, (query: EntriesQuery) => ({ query })),
      transformResponse: (entries: PayrollEntry[], meta: CallMeta | undefined) => ({
        entries,
        total: Number(meta?.response?.headers.get('X-Total-Count') ?? entries.length),
      }),
    }),
  }),
});

export const { useGetEntriesQuery } = entriesApi;

/** What is opened: the entries behind a row or a payment, without the page. */
export type OpenedEntries = { title: string } & (
  | { payrollID: number }
  | { payrollType: 1 | 2; personID: number; endDate: string }
);

const columnsOf = (mayOpenMembers: boolean): Column<PayrollEntry>[] => [
  { header: 'Posted', cell: (entry) => formatDay(entry.postedDay), rowHeader: true },
  { header: 'Type', cell: (entry) => (entry.reason ? `${entry.type}: ${entry.reason}` : entry.type) },
  {
    header: 'Member',
    cell: ({ memberID }) =>
      memberID && mayOpenMembers ? <Link to={accountPath('member', memberID)}>{memberID}</Link> : memberID,
  },
  {
    header: 'Amount',
    numeric: true,
    cell: ({ amount, commission }) => (
      <>
        {formatUsd(amount)}
        <small className="pd-narrow">at {commission}%</small>
      </>
    ),
  },
  { header: 'Commission', className: 'pd-wide', cell: (entry) => `${entry.commission}%`, numeric: true },
  { header: 'Payout', cell: (entry) => formatUsd(entry.payout), numeric: true },
];

/** The entries that an amount adds up, a page at a time. */
export function EntriesDialog({ opened, onClose }: { opened: OpenedEntries; onClose: () => void }) {
  const [page, setPage] = useState(1);
  const { title, ...what } = opened;
  const query = useGetEntriesQuery({ ...what, page });
  const mayOpenMembers = useSession()?.permissions.includes('accounts') ?? false;
  const pages = Math.max(1, Math.ceil((query.data?.total ?? 0) / ENTRIES_PAGE));
  return (
    <Dialog title={title} onClose={onClose} wide>
      <QueryView query={query} failure="The entries could not be loaded.">
        {({ entries, total }) => (
          <>
            <DataTable
              caption={title}
              columns={columnsOf(mayOpenMembers)}
              rows={entries}
              rowKey={(entry) => entry.entryID}
            />
            <Pager page={page} pages={pages} onPage={setPage}>
              {formatCount(total)} {total === 1 ? 'entry' : 'entries'}
            </Pager>
          </>
        )}
      </QueryView>
    </Dialog>
  );
}
