import type { AffiliateRecord } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { type AccountRecord, useGetAccountQuery } from '../accounts.api';
import type { KindDef } from '../kinds/kind-definition';
import { AccountLinks } from '../panels/account-links';
import { PARTS, Part, partOf } from './parts';
import { StatusBadge } from './status-badge';
import { StatusPanel } from './status-panel';

interface DetailsProps {
  kind: KindDef;
  id: number;
  /** Whether the list has its rows: above the details, they push these down. */
  isListed: boolean;
  /** Key of the open part; the first one without it. */
  tab: string | undefined;
  onTab: (key: string) => void;
  onClose: () => void;
}

/** The selected record with its sections, and what stands beside it. */
export function Details(props: DetailsProps) {
  const { kind, id } = props;
  const query = useGetAccountQuery({ kind: kind.kind, id }, { refetchOnMountOrArgChange: true });
  // Whatever becomes of the query later (a new login empties all of them), what is being typed stays.
  const [loaded, setLoaded] = useState<AccountRecord>();
  const [openedAt] = useState(() => Date.now());
  if (loaded) return <LoadedDetails {...props} loaded={loaded} />;
  if (query.isFetching) return <Skeleton />;
  if (query.isError)
    return <ErrorState text={`The ${kind.noun} could not be loaded.`} onRetry={query.refetch} />;
  // What was read when it was open before; it is read again with the next render.
  if ((query.fulfilledTimeStamp ?? 0) < openedAt) return <Skeleton />;
  if (!query.data) return <NobodyThere {...props} />;
  setLoaded(query.data);
  return null;
}

/** Where the list stands beside the details (split-view). */
const SIDE_BY_SIDE = '(min-width: 75rem)';

/** Takes the focus once, and the page to what has it: at once, and again when the list above has its rows. */
function useArrival<Shown extends HTMLElement>(isListed: boolean) {
  const ref = useRef<Shown>(null);
  const hasArrived = useRef(false);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    // A list that is read again later takes nobody away from where they are.
    if (hasArrived.current) return;
    hasArrived.current = isListed;
    const isBeside = window.matchMedia?.(SIDE_BY_SIDE).matches;
    ref.current?.scrollIntoView?.({ block: isBeside ? 'nearest' : 'start' });
  }, [isListed]);
  return ref;
}

function LoadedDetails(props: DetailsProps & { loaded: AccountRecord }) {
  const { kind, id, tab, onTab, onClose, loaded } = props;
  const [record, setRecord] = useState(loaded);
  const headingRef = useArrival<HTMLHeadingElement>(props.isListed);
  const open = partOf(kind.kind, tab);
  // What was opened stays, so that edits outlive a look at another part.
  const [opened, setOpened] = useState<readonly string[]>([open]);
  if (!opened.includes(open)) setOpened([...opened, open]);
  return (
    <section className="acc-details" aria-label="Details">
      <header className="acc-details-head">
        <div>
          <h2 ref={headingRef} tabIndex={-1}>
            {kind.nameOf(record) || `${kind.noun} ${id}`}
          </h2>
          <span className="pd-panel-muted">
            {kind.noun} {id} · {record.emailAddress}
          </span>{' '}
          <StatusBadge kind={kind} status={record.status} />
        </div>
        <Button variant="outline-primary" size="sm" onClick={onClose}>
          Close details
        </Button>
      </header>
      {kind.kind === 'affiliate' && <StatusPanel record={record as AffiliateRecord} onRecord={setRecord} />}
      <AccountLinks kind={kind.kind} id={id} />
      <nav className="pd-tabs" aria-label="Parts of the details">
        {PARTS[kind.kind].map(({ key, title }) => (
          <button
            key={key}
            type="button"
            className="pd-tab"
            aria-pressed={key === open}
            onClick={() => onTab(key)}
          >
            {title}
          </button>
        ))}
      </nav>
      {PARTS[kind.kind]
        .filter(({ key }) => opened.includes(key))
        .map(({ key }) => (
          <div key={key} hidden={key !== open}>
            <Part part={key} kind={kind} id={id} record={record} onRecord={setRecord} />
          </div>
        ))}
    </section>
  );
}

/** What a link to nobody leads to. */
function NobodyThere({ kind, id, isListed, onClose }: DetailsProps) {
  const ref = useArrival<HTMLElement>(isListed);
  return (
    <section ref={ref} tabIndex={-1} className="acc-details" aria-label="Details">
      <EmptyState text={`There is no ${kind.noun} ${id}.`}>
        <Button variant="outline-primary" size="sm" onClick={onClose}>
          Close details
        </Button>
      </EmptyState>
    </section>
  );
}

function Skeleton() {
  return (
    <section className="acc-details" aria-label="Details">
      <span role="status" className="visually-hidden">
        Loading…
      </span>
      <div className="acc-details-head">
        <span className="acc-skeleton acc-skeleton-title" />
      </div>
      <div className="pd-panel acc-section acc-skeleton-block" />
    </section>
  );
}
