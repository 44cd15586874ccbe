import { Button, formatCount } from '@partnerdesk/web/core';
import type { ReactNode } from 'react';

interface PagerProps {
  /** Counted from 1. */
  page: number;
  pages?: number;
  /** Whether there is a next page; by default as `pages` has it. */
  hasNext?: boolean;
  onPage: (page: number) => void;
  /** 'Previous' and 'Next' for most; a log leads to 'Newer' and 'Older'. */
  labels?: readonly [previous: string, next: string];
  /** What more there is to say, such as how many rows there are. */
  children?: ReactNode;
}

/** Leads through pages; nothing where there is only one and nothing more to say. */
export function Pager({ page, pages, hasNext, onPage, labels = ['Previous', 'Next'], children }: PagerProps) {
  const next = hasNext ?? page < (pages ?? 1);
  const isOnly = page <= 1 && !next;
  if (isOnly) return children ? <p className="pd-pager pd-field-hint">{children}</p> : null;
  const button = (label: string, target: number, enabled: boolean) => (
    <Button
      variant="outline-primary"
      size="sm"
      // Not disabled: that would take the focus from it on the last page, and while a page is on its way.
      aria-disabled={!enabled}
      onClick={() => enabled && onPage(target)}
    >
      {label}
    </Button>
  );
  return (
    <nav className="pd-pager" aria-label="Pages">
      {button(labels[0], page - 1, page > 1)}
      <span aria-live="polite">
        Page {formatCount(page)}
        {pages !== undefined && ` of ${formatCount(pages)}`}
      </span>
      {button(labels[1], page + 1, next)}
      {children && <span className="pd-field-hint">{children}</span>}
    </nav>
  );
}
