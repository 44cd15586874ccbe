import { MESSAGE } from '@partnerdesk/contracts';
import type { ReactNode } from 'react';
import { readFailure } from '../api/read-failure';
import { Button } from '../button';

/** Shown while something loads. Appears after a moment only (CSS), so that quick answers don't flicker. */
export function Loading() {
  return (
    <div className="pd-state pd-loading" role="status">
      <Motif size={32} moving />
      <span>Loading…</span>
    </div>
  );
}

/** Nothing to show, and that is no error. */
export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="pd-state">
      <Motif size={48} />
      <p>{text}</p>
      {children}
    </div>
  );
}

interface ErrorStateProps {
  /** What could not be done, in words. */
  text?: string;
  onRetry?: () => void;
  children?: ReactNode;
}

/** Something could not be loaded; with a way to try again. */
export function ErrorState({ text = MESSAGE.genericError, onRetry, children }: ErrorStateProps) {
  return (
    <div className="pd-state pd-state-error">
      <p>{text}</p>
      <div className="pd-actions">
        {onRetry && (
          <Button variant="outline-primary" size="sm" onClick={onRetry}>
            Retry
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

/**
 * What the program does, as a mark: a dot on its way from click to join to payout. It stands at the payout.
 * @param size edge in px
 * @param moving it travels: something is on its way. It stands still for those who asked for that.
 */
export function Motif({ size, moving }: { size: number; moving?: boolean }) {
  return (
    <svg
      className={moving ? 'pd-motif pd-moving' : 'pd-motif'}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
    >
      <path d="M8 23 24 9" />
      <path d="M8 23h0M16 16h0" />
      <circle cx="24" cy="9" r="4" />
    </svg>
  );
}

/** What a query hook answers, as far as it is shown. */
interface QueryLike<Data> {
  data?: Data;
  isError: boolean;
  isFetching: boolean;
  error?: unknown;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** What could not be loaded, in words; shown where the server gives no reason that a person may read. */
  failure: string;
  /** What was read stays in view while it cannot be read again. */
  stays?: boolean;
  children: (data: Data) => ReactNode;
}

/** The three states of something that is read: loading, failed with Retry, there. */
export function QueryView<Data>({ query, failure, stays, children }: QueryViewProps<Data>) {
  if (query.data !== undefined && (stays || !query.isError)) return children(query.data);
  if (query.isFetching) return <Loading />;
  return <ErrorState text={readFailure(query.error).reason || failure} onRetry={() => query.refetch()} />;
}

interface SkeletonProps {
  label?: string;
  /** The final layout with made-up values: its texts are drawn as bars, so nothing moves when the right ones arrive. */
  children: ReactNode;
}

/** Stands in for what is being loaded, in its size. Only the label is read aloud, and nothing within can be reached. */
export function Skeleton({ label = 'Loading…', children }: SkeletonProps) {
  return (
    <>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div className="pd-skeleton" aria-hidden="true" inert>
        {children}
      </div>
    </>
  );
}

/** What a screen is made of at first sight. */
export type ScreenShape = 'cards' | 'table' | 'form';

const THREE = ['a', 'b', 'c'];
const SIX = [...THREE, 'd', 'e', 'f'];

/** Holds the place of a screen whose code is on its way. shell/src/index.html has the same before any code is there. */
export function ScreenSkeleton({ shape, label }: { shape: ScreenShape; label?: string }) {
  return (
    <Skeleton label={label}>
      <div className={shape === 'form' ? 'pd-screen pd-screen-narrow' : 'pd-screen'}>
        <p className="pd-skeleton-title">…</p>
        {shape === 'cards' && (
          <div className="pd-figure-cards">
            {THREE.map((card) => (
              <div key={card} className="pd-figure-card">
                <p>…</p>
                <p>…</p>
              </div>
            ))}
          </div>
        )}
        <div className="pd-panel">
          {(shape === 'form' ? THREE : SIX).map((row) => (
            <p key={row}>…</p>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
