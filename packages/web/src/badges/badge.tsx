import type { ReactNode } from 'react';

/** What a status means for the reader; the text always says it too. */
export type BadgeTone = 'neutral' | 'good' | 'caution' | 'bad' | 'info';

interface BadgeProps {
  tone?: BadgeTone;
  title?: string;
  /** Changes are read aloud. */
  live?: boolean;
  children: ReactNode;
}

/** A status in a word or two. */
export function Badge({ tone = 'neutral', title, live, children }: BadgeProps) {
  return (
    <span className={`pd-badge pd-badge-${tone}`} title={title} role={live ? 'status' : undefined}>
      {children}
    </span>
  );
}
