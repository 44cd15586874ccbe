import type { Key, ReactNode } from 'react';
import type { BadgeTone } from '../badges/badge';

export interface TimelineEntry {
  key: Key;
  when: ReactNode;
  title: ReactNode;
  /** Who did it, why, before and after. */
  details?: ReactNode;
  tone?: BadgeTone;
}

/** What happened to something, in the order given: history, audit, the states of a payment. */
export function Timeline({ label, entries }: { label: string; entries: readonly TimelineEntry[] }) {
  return (
    <ol className="pd-list pd-timeline" aria-label={label}>
      {entries.map(({ key, when, title, details, tone = 'neutral' }) => (
        <li key={key} className={`pd-timeline-${tone}`}>
          <span className="pd-timeline-when">{when}</span>
          <div>{title}</div>
          {details && <div className="pd-field-hint">{details}</div>}
        </li>
      ))}
    </ol>
  );
}
