import { type ReactNode, useEffect, useRef, useState } from 'react';

interface ReviewListProps {
  id?: string;
  /** A table of rows with controls, of which more are shown on demand. */
  children: ReactNode;
}

/** Rows to be gone through: a person who has more of them shown goes on with the first of those. */
export function ReviewList({ id, children }: ReviewListProps) {
  const ref = useRef<HTMLDivElement>(null);
  const [from, setFrom] = useState<number>();
  const rows = () => ref.current?.querySelectorAll('tbody > tr');
  useEffect(() => {
    if (from === undefined) return;
    rows()?.[from]?.querySelector<HTMLElement>('input, button, a')?.focus();
    setFrom(undefined);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: hears the table's own button
    <div
      ref={ref}
      className="pay-review-list"
      {...(id && { id, tabIndex: -1 })}
      onClick={({ target }) => {
        if ((target as Element).closest('.pd-table-more button')) setFrom(rows()?.length);
      }}
    >
      {children}
    </div>
  );
}
