import { Button } from '@partnerdesk/web';

interface AuditPagerProps {
  /** Counted from 1, the newest. */
  page: number;
  /** Whether there are older lines. */
  more: boolean;
  onPage: (page: number) => void;
}

/** Leads to newer and older lines of the log, where there are any. */
export function AuditPager({ page, more, onPage }: AuditPagerProps) {
  if (!more && page === 1) return null;
  return (
    <nav className="acc-pager" aria-label="Pages">
      <Button variant="outline-primary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <span>Page {page}</span>
      <Button variant="outline-primary" size="sm" disabled={!more} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  );
}
