import type { PayFile, PayrollType } from '@partnerdesk/contracts';
import {
  DataTable,
  EmptyState,
  formatUsd,
  Link,
  Panel,
  QueryView,
  saveUrl,
  useAlerts,
  useConfiguration,
} from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { type PayFilePart, partUrl, payFileColumns } from './pay-file-columns';
import { useConfirmDownloadMutation, useListPayFilesQuery } from './payroll.api';
import { counted } from './texts';

/** The pay files made lately with their life: to download, to mark paid, to give up. Exported is not paid. */
export function PayFiles({ payrollType, onChanged }: { payrollType: PayrollType; onChanged: () => void }) {
  const { query, download } = usePayFiles(payrollType, onChanged);
  const { businessTimezone } = useConfiguration();
  return (
    <Panel
      title="Pay files"
      className="pay-files"
      actions={<Link to="/payment-results">Upload a return file or PayPal’s results</Link>}
    >
      {/* What was read stays in view while following it fails. */}
      <QueryView
        query={{ ...query, isError: query.isError && !query.data }}
        failure="The pay files could not be loaded."
      >
        {(files) =>
          files.length === 0 ? (
            <EmptyState text="There is none yet. Select payments of a report to put them into a file." />
          ) : (
            <DataTable
              caption="Pay files"
              columns={payFileColumns({
                timeZone: businessTimezone,
                nextID: files.find(isSent)?.payFileID,
                onDownload: download,
                onChanged,
              })}
              rows={files}
              rowKey={({ payFileID }) => payFileID}
            />
          )
        }
      </QueryView>
    </Panel>
  );
}

/** Whether it may have been sent, and its payments are not settled. */
const isSent = ({ state, downloaded, leftOut, lines }: PayFile) =>
  state === 'open' && downloaded && leftOut < lines;

const NONE: readonly PayFile[] = [];
const POLL_MS = 400;
/** How long a download is waited for: it may have been refused. */
const FOLLOW_MS = 10_000;

/** The latest pay files, followed while one of them is being made or downloaded; says what became of it. */
function usePayFiles(payrollType: PayrollType, onChanged: () => void) {
  const alerts = useAlerts();
  const [polls, setPolls] = useState(false);
  /** The browser downloads by itself: nothing says when the server has recorded it. */
  const [downloading, setDownloading] = useState<number>();
  const query = useListPayFilesQuery(payrollType, {
    pollingInterval: polls || downloading !== undefined ? POLL_MS : 0,
  });
  const { data = NONE } = query;
  const [confirm] = useConfirmDownloadMutation();
  const making = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const ended = data.filter(({ payFileID, state }) => state !== 'making' && making.current.has(payFileID));
    making.current = new Set(
      data.filter(({ state }) => state === 'making').map(({ payFileID }) => payFileID),
    );
    setPolls(making.current.size > 0);
    for (const { payFileID, lines, amount, failure, state } of ended) {
      if (failure) alerts.warning(failure);
      else if (state === 'open')
        alerts.success(`Pay file ${payFileID}: ${counted(lines, 'payment')}, ${formatUsd(amount)}`);
    }
    if (ended.length > 0) onChanged();
  }, [data, alerts, onChanged]);
  useEffect(() => {
    if (downloading === undefined) return undefined;
    const stop = () => setDownloading(undefined);
    if (data.some(({ payFileID, downloaded }) => payFileID === downloading && downloaded)) stop();
    const timer = setTimeout(stop, FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [data, downloading]);
  /** A link can't ask for a confirmation: it is asked for first. */
  const download = async (payFileID: number, { number, fileName }: PayFilePart) => {
    const { error } = await confirm();
    if (error) return;
    setDownloading(payFileID);
    saveUrl(fileName, partUrl(payFileID, number));
  };
  return { query, download };
}
