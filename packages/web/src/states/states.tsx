import { MESSAGE } from '@partnerdesk/contracts';
import type { ReactNode } from 'react';
import { Button } from '../button';
import { Motif } from './motif';

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
