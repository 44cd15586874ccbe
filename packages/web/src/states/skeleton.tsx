import type { ReactNode } from 'react';

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
