import type { AffiliateRecord } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState, Loading } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import { type AccountRecord, useGetAccountQuery } from '../accounts.api';
import { AccountLinks } from '../beside/account-links';
import { ChangesPanel } from '../beside/changes-panel';
import { FiguresPanel } from '../beside/figures-panel';
import { HistoryPanel } from '../beside/history-panel';
import { PersonalDataPanel } from '../beside/personal-data-panel';
import type { KindDef } from '../kinds/kind-definition';
import { Section } from './section';
import { StatusPanel } from './status-panel';

interface DetailsProps {
  kind: KindDef;
  id: number;
  onClose: () => void;
}

/** The selected record with its sections, and what stands beside it. */
export function Details({ kind, id, onClose }: DetailsProps) {
  const query = useGetAccountQuery({ kind: kind.kind, id }, { refetchOnMountOrArgChange: true });
  // Whatever becomes of the query later (a new login empties all of them), what is being typed stays.
  const [loaded, setLoaded] = useState<AccountRecord>();
  if (loaded) return <LoadedDetails kind={kind} id={id} loaded={loaded} onClose={onClose} />;
  if (query.isFetching) return <Loading />;
  if (query.isError)
    return <ErrorState text={`The ${kind.noun} could not be loaded.`} onRetry={query.refetch} />;
  if (!query.data) return <EmptyState text={kind.emptyText} />;
  setLoaded(query.data);
  return null;
}

function LoadedDetails({ kind, id, loaded, onClose }: DetailsProps & { loaded: AccountRecord }) {
  const [record, setRecord] = useState(loaded);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headingRef.current?.focus({ preventScroll: true });
    // Only where the details stand under the list.
    headingRef.current?.scrollIntoView?.({ block: 'nearest' });
  }, []);
  return (
    <section className="acc-details" aria-label="Details">
      <div className="acc-details-head">
        <div>
          <h2 ref={headingRef} tabIndex={-1}>
            {kind.nameOf(record) || `${kind.noun} ${id}`}
          </h2>
          <span className="pd-panel-muted">
            {kind.noun} {id} · {record.emailAddress}
          </span>
        </div>
        <Button variant="outline-primary" size="sm" onClick={onClose}>
          Close details
        </Button>
      </div>
      <AccountLinks kind={kind.kind} id={id} />
      {kind.kind === 'affiliate' && (
        <StatusPanel
          record={record as AffiliateRecord}
          statusText={kind.statusText(record.status)}
          onRecord={setRecord}
        />
      )}
      {kind.sections.map((section) => (
        <Section
          key={section.updateType}
          kind={kind}
          id={id}
          section={section}
          record={record}
          onRecord={setRecord}
        />
      ))}
      <FiguresPanel kind={kind.kind} id={id} />
      {kind.kind !== 'member' && <ChangesPanel kind={kind.kind} id={id} />}
      <PersonalDataPanel kind={kind.kind} id={id} onRecord={setRecord} />
      <HistoryPanel kind={kind} id={id} />
    </section>
  );
}
