import {
  addDays,
  PAYMENT_TYPE,
  PAYROLLS,
  type PayrollOverview,
  type PayrollRow,
  type PayrollRun,
  type PayrollType,
  personIdOf,
} from '@partnerdesk/contracts';
import {
  DataTable,
  ErrorState,
  formatDay,
  formatUsd,
  Link,
  Loading,
  Panel,
  Skeleton,
  sumUsd,
  useConfiguration,
  useConfirmedDownload,
} from '@partnerdesk/web';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type PayFilePart, partUrl, payFileColumns } from '../payroll/pay-file-columns';
import { useLazyGetGeneratedRowsQuery } from '../payroll/payroll.api';
import { periodFacts } from '../payroll/row-columns';
import { counted } from '../payroll/texts';
import { useOpenedPayee } from '../payroll/use-payee';
import { useRows, useWhole } from '../payroll/use-run';
import { LookRows, type PageSelection, ReadyRows } from './open-rows';
import { HeadPlace, PageHead } from './page-head';
import { hasNextFile, pageStepOf } from './page-state';
import { useExecuteHere, useGeneration } from './use-follow';

/** What a person has to look at before a row is paid. */
const reasonsOf = (row: PayrollRow) =>
  [
    row.paymentType === PAYMENT_TYPE.unknown && 'unknown',
    row.accountHeld && 'held',
    row.accountChangedAt !== undefined && `changed ${row.accountChangedAt}`,
    row.accountShared && 'shared',
    row.accountReturned && 'returned',
    row.openSignals !== undefined && `signals ${row.openSignals}`,
    row.payoutAmount <= 0 && 'nothing',
  ].filter(Boolean);

/** With a reason it is not preselected. */
const needsLook = (row: PayrollRow): boolean => reasonsOf(row).length > 0;

// Chunks of their own: the page opens with what is paid next.
const Course = lazy(() => import('./page-history').then((module) => ({ default: module.Course })));
const PastPayrolls = lazy(() =>
  import('./page-history').then((module) => ({ default: module.PastPayrolls })),
);
const PayeePanel = lazy(() =>
  import('../payroll/payee-panel').then((module) => ({ default: module.PayeePanel })),
);
const Returned = lazy(() => import('./page-history').then((module) => ({ default: module.Returned })));
const ResultsWork = lazy(() =>
  import('../results/results-screen').then((module) => ({ default: module.ResultsWork })),
);

interface EarlierProps {
  payrollType: PayrollType;
  overview: PayrollOverview;
}

interface LoadedPayrollProps {
  payrollType: PayrollType;
  followed: { overview: PayrollOverview; run: PayrollRun | undefined; retry: () => PromiseLike<unknown> };
}

export function LoadedPayroll({ payrollType, followed: { overview, run, retry } }: LoadedPayrollProps) {
  const { today, businessTimezone: timeZone } = useConfiguration();
  const { files, unfiled, returned } = overview;
  const here = useExecuteHere(retry, files[0]?.payFileID);
  const isExecuting = here.busy || run !== undefined;
  const generation = useGeneration(payrollType, overview, isExecuting);
  const [fetchRows] = useLazyGetGeneratedRowsQuery();
  const isGenerated = generation.run?.state === 'completed';
  const rowCount = isGenerated ? (generation.run?.rows ?? 0) : 0;
  const rows = useRows(fetchRows, generation.run?.id ?? '', rowCount);
  useWhole(rows, isGenerated);
  const open = useMemo(
    () =>
      isGenerated
        ? (rowCount === 0 ? [] : rows.whole)?.filter(({ payrollID }) => payrollID === undefined)
        : undefined,
    [isGenerated, rowCount, rows.whole],
  );
  const selection = usePageSelection(open, generation.run?.id ?? '', !hasNextFile(overview));
  const isComing = !open && generation.isWanted && !generation.failed && !rows.failed;
  const isEarly = overview.endDate >= today;
  const step = pageStepOf({
    overview,
    isExecuting,
    awaitsFiles: here.awaitsFiles,
    ready: open && selection.ready.length,
    selected: selection.selected.length,
    isChosen: selection.isChosen,
    isEarly,
  });
  const downloads = useDownloads();
  const payee = useOpenedPayee<PayrollRow>();
  const [isReviewing, setReviewing] = useState(false);
  const hasSent = files.some(({ downloaded }) => downloaded);
  return (
    <>
      <PageHead
        payrollType={payrollType}
        overview={overview}
        step={step}
        run={here.execution ?? run}
        executing={here.sum ?? { payments: run?.rows ?? 0, amount: undefined }}
        generation={generation.run}
        selection={selection}
        isReviewing={isReviewing}
        onExecute={here.execute}
        onDownload={downloads.all}
      />
      <div className="pay-page">
        <div>
          <Earlier payrollType={payrollType} overview={overview} />
          {(generation.failed || rows.failed) && (
            <Panel>
              <ErrorState
                text="What is open could not be generated."
                onRetry={rows.failed ? rows.retry : generation.again}
              />
            </Panel>
          )}
          {(files.length > 0 || unfiled.unknown.payments > 0) && (
            <Panel title="Pay files" className="pay-files">
              {files.length > 0 && (
                <DataTable
                  stacked
                  caption="Pay files"
                  columns={payFileColumns({ timeZone, onDownload: downloads.one, withoutLife: true })}
                  rows={files}
                  rowKey={({ payFileID }) => payFileID}
                />
              )}
              {unfiled.unknown.payments > 0 && (
                <p className="pd-field-hint">
                  {counted(unfiled.unknown.payments, 'payment')} of unknown type,{' '}
                  {formatUsd(unfiled.unknown.amount)}, in no file: mark as paid in{' '}
                  <Link to={`${PAYROLLS[payrollType].path}?view=reports`}>Reports</Link> what is paid
                  otherwise.
                </p>
              )}
            </Panel>
          )}
          {returned.length > 0 && (
            <Suspense fallback={<Panel title="Came back">…</Panel>}>
              <Returned overview={overview} />
            </Suspense>
          )}
          {hasSent && <BanksAnswer onReview={setReviewing} />}
          {isComing && <RowsPlace />}
          {open && <LookRows selection={selection} owed={overview.owed} onOpen={payee.open} />}
          {open && <ReadyRows selection={selection} isEarly={isEarly} onOpen={payee.open} />}
        </div>
        <aside className="pay-page-side" aria-label="Payee and history">
          {payee.personID !== 0 && (
            <Panel>
              <Suspense fallback={<Loading />}>
                <PayeePanel
                  payrollType={payrollType}
                  personID={payee.personID}
                  name={payee.name}
                  facts={payee.row ? periodFacts(payee.row) : []}
                  onClose={payee.close}
                />
              </Suspense>
            </Panel>
          )}
          <Suspense fallback={null}>
            <Course course={overview.course} />
          </Suspense>
        </aside>
      </div>
      {/* Below rows that come it would be pushed away. */}
      {!isComing && (
        <Suspense fallback={null}>
          <PastPayrolls payrollType={payrollType} endDate={overview.endDate} />
        </Suspense>
      )}
    </>
  );
}

/** What is open on two pages is paid once: who adds up payrolls should not add it twice. */
function Earlier({ payrollType, overview: { startDate, earlier } }: EarlierProps) {
  if (!earlier) return null;
  const before = addDays(startDate, -1);
  return (
    <p className="pd-field-hint">
      What is open through {formatDay(before)}, {formatUsd(earlier.amount)}, also stands on the page of{' '}
      <Link to={`${PAYROLLS[payrollType].page}/${before}`}>the payroll before</Link>. It is paid once.
    </p>
  );
}

/** Where rows will stand: as high as the window, so that nothing in view moves when they come. */
function RowsPlace() {
  return (
    <div aria-busy="true">
      <Panel className="pay-run-place">
        <Skeleton label="Loading rows…">{PLACES}</Skeleton>
      </Panel>
    </div>
  );
}

export function PagePlace() {
  return (
    <>
      <HeadPlace />
      <div className="pay-page">
        <div>
          <Panel className="pay-run-place">{PLACES}</Panel>
        </div>
        <aside className="pay-page-side" />
      </div>
    </>
  );
}

const PLACES = [1, 2, 3, 4, 5, 6, 7, 8].map((place) => <p key={place}>…</p>);

/** What the bank or PayPal answers is read where the files are; its code comes when it is asked for. */
function BanksAnswer({ onReview }: { onReview: (isReview: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel className="pay-answer">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Read the bank’s or PayPal’s results</summary>
        {isOpen && (
          <Suspense fallback={<Loading />}>
            <ResultsWork onReview={onReview} />
          </Suspense>
        )}
      </details>
    </Panel>
  );
}

/**
 * Everything ready is selected until somebody says otherwise, and nothing while files come first; what needs a look is, once
 * somebody ticks it. What was said of a row is not said of it any more once there is another reason to look at it.
 */
function usePageSelection(
  open: readonly PayrollRow[] | undefined,
  runID: string,
  isPreselected: boolean,
): PageSelection {
  const [isCleared, setCleared] = useState(false);
  const [said, setSaid] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [ready, look] = useMemo(() => {
    const rows = open ?? [];
    return [rows.filter((row) => !needsLook(row)), rows.filter(needsLook)];
  }, [open]);
  const isSelected = (row: PayrollRow) =>
    said.get(sayingOf(row)) ?? (isPreselected && !isCleared && !needsLook(row));
  const selected = [...ready, ...look].filter(isSelected);
  return {
    runID,
    ready,
    look,
    selected,
    isChosen: said.size > 0,
    sum: { payments: selected.length, amount: sumUsd(selected.map(({ payoutAmount }) => payoutAmount)) },
    isSelected,
    toggle: (rows, select) =>
      setSaid(new Map([...said, ...rows.map((row) => [sayingOf(row), select] as const)])),
    clear: () => {
      setCleared(true);
      setSaid(new Map());
    },
  };
}

const sayingOf = (row: PayrollRow) => [...reasonsOf(row), personIdOf(row)].join(' ');

/** Has the browser download pay files; what was downloaded is seen on the page that follows the payroll. */
export function useDownloads() {
  const download = useConfirmedDownload();
  const one = (payFileID: number, { number, fileName }: PayFilePart) =>
    download(fileName, partUrl(payFileID, number));
  return {
    one: (payFileID: number, part: PayFilePart) => void one(payFileID, part),
    /** One after the other; the rest stays where the person cancels. */
    all: async (parts: readonly (PayFilePart & { payFileID: number })[]) => {
      for (const { payFileID, ...part } of parts) if (!(await one(payFileID, part))) return;
    },
  };
}
