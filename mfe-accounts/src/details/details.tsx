import {
  type AccountKind,
  type AffiliateRecord,
  isPaidKind,
  isPicturedKind,
  statusText,
} from '@partnerdesk/contracts';
import { Badge, type BadgeTone, Button, EmptyState, ErrorState, Link, useMayOpen } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { type AccountRecord, useGetAccountQuery } from '../accounts.api';
import type { KindDef } from '../kinds/kind-definition';
import { FiguresPanel } from '../panels/figures-panel';
import { HistoryPanel } from '../panels/history-panel';
import { ChangesPanel, PaymentsPanel } from '../panels/payments-panel';
import { PersonalDataPanel } from '../panels/personal-data-panel';
import { PicturesPanel } from '../panels/pictures-panel';
import { SignalsPanel } from '../panels/signals-panel';
import { TermsPanel } from '../terms/terms-panel';
import { Section } from './section';
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

const TONES: Record<AccountKind, Record<number, BadgeTone> & { other: BadgeTone }> = {
  affiliate: { 0: 'info', 1: 'good', other: 'bad' },
  staff: { 0: 'caution', 1: 'good', 10: 'bad', other: 'neutral' },
  member: { 1: 'good', other: 'neutral' },
};

function StatusBadge({ kind, status }: { kind: KindDef; status: number }) {
  const tones = TONES[kind.kind];
  return <Badge tone={tones[status] ?? tones.other}>{statusText(kind.kind, status)}</Badge>;
}

type LinkInfo = { path: string; label: string; idName: string };

const LINKS: Record<AccountKind, readonly LinkInfo[]> = {
  affiliate: [{ path: '/affiliate-payroll', label: 'Payroll', idName: 'affID' }],
  staff: [
    { path: '/operators-payroll', label: 'Payroll', idName: 'staffID' },
    { path: '/staff-stats', label: 'Statistics', idName: 'staffID' },
    { path: '/approve-staff', label: 'Approval', idName: 'id' },
    { path: '/photoid', label: 'Photo id', idName: 'staffID' },
    { path: '/profile-images', label: 'Profile pictures', idName: 'staffID' },
    { path: '/gallery-images', label: 'Gallery pictures', idName: 'staffID' },
  ],
  member: [{ path: '/member-images', label: 'Pictures', idName: 'memberID' }],
};

/** Links to the person's payroll and pictures, as far as one may see them. */
function AccountLinks({ kind, id }: { kind: AccountKind; id: number }) {
  const mayOpen = useMayOpen();
  const links = LINKS[kind].filter(({ path }) => mayOpen(path));
  if (links.length === 0) return null;
  return (
    <ul className="acc-links" aria-label="Elsewhere">
      {links.map(({ path, label, idName }) => (
        <li key={path}>
          <Link to={`${path}?${idName}=${id}`}>{label}</Link>
        </li>
      ))}
    </ul>
  );
}

interface PartDef {
  key: string;
  title: string;
}

const part = (title: string): PartDef => ({ key: title.toLowerCase(), title });
const [overview, info, terms, payments, pictures, history] = [
  part('Overview'),
  part('Info'),
  part('Terms'),
  part('Payments'),
  part('Pictures'),
  part('History'),
];

/** What the details of each kind are made of; a section is a part by its title. */
const PARTS: Record<AccountKind, readonly PartDef[]> = {
  affiliate: [overview, info, terms, part('PayPal'), part('ACH'), payments, history],
  staff: [overview, info, part('PayPal'), part('ACH'), payments, pictures, history],
  member: [overview, info, pictures, history],
};

/** The part that an address asks for; the first one for any other text. */
function partOf(kind: AccountKind, asked: string | undefined): string {
  return PARTS[kind].find(({ key }) => key === asked)?.key ?? overview.key;
}

interface PartProps {
  part: string;
  kind: KindDef;
  id: number;
  record: AccountRecord;
  /** The record as the server has it now. */
  onRecord: (record: AccountRecord) => void;
}

function Part({ part: key, kind, id, record, onRecord }: PartProps) {
  const section = kind.sections.find(({ title }) => title.toLowerCase() === key);
  if (section) return <Section kind={kind} id={id} section={section} record={record} onRecord={onRecord} />;
  switch (key) {
    case payments.key:
      return (
        isPaidKind(kind.kind) && (
          <>
            <PaymentsPanel kind={kind.kind} id={id} />
            <ChangesPanel kind={kind.kind} id={id} />
          </>
        )
      );
    case terms.key:
      return <TermsPanel record={record as AffiliateRecord} onRecord={onRecord} />;
    case pictures.key:
      return isPicturedKind(kind.kind) && <PicturesPanel kind={kind.kind} id={id} />;
    case history.key:
      return <HistoryPanel kind={kind} id={id} />;
    default:
      return (
        <>
          <FiguresPanel kind={kind.kind} id={id} />
          {kind.kind === 'affiliate' && <SignalsPanel affID={id} />}
          <PersonalDataPanel kind={kind.kind} id={id} onRecord={onRecord} />
        </>
      );
  }
}
