import { addressOf, exportPayFilesCall, type PayFile, type PayrollType } from '@partnerdesk/contracts';
import {
  EmptyState,
  formatUsd,
  Link,
  Panel,
  QueryView,
  useAlerts,
  useAppDispatch,
  useConfiguration,
  useConfirmedDownload,
} from '@partnerdesk/web';
import { Grid, useGridParams } from '@partnerdesk/web/grid';
import { useEffect, useRef, useState } from 'react';
import { isSent, type PayFilePart, partUrl, payFileColumns } from './pay-file-columns';
import { paymentsChanged, useListPayFilesQuery } from './payroll.api';
import { counted } from './texts';

/** The pay files made recently with their life: to download, to mark paid, to give up. Exported is not paid. */
export function PayFiles({ payrollType }: { payrollType: PayrollType }) {
  const { query, download } = usePayFiles(payrollType);
  return (
    <Panel
      title="Pay files"
      className="pay-files"
      actions={<Link to="/payment-results">Upload a return file or PayPal’s results</Link>}
    >
      <QueryView query={query} failure="The pay files could not be loaded." stays>
        {(files) =>
          files.length === 0 ? (
            <EmptyState text="There is none yet. Select payments of a report to put them into a file." />
          ) : (
            <PayFilesGrid payrollType={payrollType} files={files} onDownload={download} />
          )
        }
      </QueryView>
    </Panel>
  );
}

interface PayFilesGridProps {
  payrollType: PayrollType;
  files: readonly PayFile[];
  onDownload: (payFileID: number, part: PayFilePart) => void;
}

function PayFilesGrid({ payrollType, files, onDownload }: PayFilesGridProps) {
  const { businessTimezone: timeZone } = useConfiguration();
  const { grid, toPage, show } = useGridParams();
  return (
    <Grid
      caption="Pay files"
      head={<span>{counted(files.length, 'file')}</span>}
      columns={payFileColumns({ timeZone, nextID: files.find(isSent)?.payFileID, onDownload })}
      rows={files}
      rowKey={({ payFileID }) => payFileID}
      empty={null}
      // All of them are one page, whatever else of the screen has pages.
      params={{ ...grid, page: 1 }}
      onShow={show}
      onPage={toPage}
      tools={
        <a
          className="btn btn-outline-primary btn-sm"
          href={addressOf(exportPayFilesCall, { query: { payrollType } })}
          download
        >
          Export CSV
        </a>
      }
    />
  );
}

const POLL_MS = 400;
/** How long a download is waited for: it may have been refused. */
const FOLLOW_MS = 10_000;

/** What of the files says where payments are: another text, and payments changed. */
const placesOf = (files: readonly PayFile[]) =>
  files
    .map(({ payFileID, state, lines, leftOut, paid }) =>
      state === 'making' ? [payFileID, state] : [payFileID, state, lines, leftOut, paid],
    )
    .join(' ');

/** The latest pay files, followed while one of them is being made or downloaded; says what became of it. */
function usePayFiles(payrollType: PayrollType) {
  const alerts = useAlerts();
  const dispatch = useAppDispatch();
  const [polls, setPolls] = useState(false);
  /** The browser downloads by itself: nothing says when the server has recorded it. */
  const [downloading, setDownloading] = useState<number>();
  const query = useListPayFilesQuery(payrollType, {
    pollingInterval: polls || downloading !== undefined ? POLL_MS : 0,
  });
  const { data } = query;
  const confirmedDownload = useConfirmedDownload();
  const before = useRef<readonly PayFile[]>(undefined);
  useEffect(() => {
    if (!data) return;
    const known = before.current;
    before.current = data;
    setPolls(data.some(({ state }) => state === 'making'));
    if (!known || placesOf(known) === placesOf(data)) return;
    // A small file may be made before anybody sees that it is being made.
    const isNews = ({ payFileID }: PayFile) =>
      !known.some((file) => file.payFileID === payFileID && file.state !== 'making');
    for (const { payFileID, lines, amount, failure, state } of data.filter(isNews)) {
      if (state === 'making') continue;
      if (failure) alerts.warning(failure);
      else if (state === 'open')
        alerts.success(`Pay file ${payFileID}: ${counted(lines, 'payment')}, ${formatUsd(amount)}`);
    }
    dispatch(paymentsChanged());
  }, [data, alerts, dispatch]);
  useEffect(() => {
    if (downloading === undefined) return undefined;
    const stop = () => setDownloading(undefined);
    if (data?.some(({ payFileID, downloaded }) => payFileID === downloading && downloaded)) stop();
    const timer = setTimeout(stop, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [data, downloading]);
  const download = async (payFileID: number, { number, fileName }: PayFilePart) => {
    if (await confirmedDownload(fileName, partUrl(payFileID, number))) setDownloading(payFileID);
  };
  return { query, download };
}
