import type { ReactNode } from 'react';

interface ReviewListProps {
  id?: string;
  /** A table of rows with controls, of which more are shown on demand. */
  children: ReactNode;
}

/** Rows to be gone through. */
export function ReviewList({ id, children }: ReviewListProps) {
  return (
    <div className="pay-review-list" {...(id && { id, tabIndex: -1 })}>
      {children}
    </div>
  );
}
