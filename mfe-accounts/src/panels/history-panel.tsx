import { AUDIT_ACTIONS, type AuditRow, actorName } from '@partnerdesk/contracts';
import { formatCount, Link, Moment, Pager, Panel, QueryView } from '@partnerdesk/web';
import { useState } from 'react';
import { useGetAccountHistoryQuery } from '../accounts.api';
import { AuditChanges } from '../audit/audit-changes';
import type { KindDef } from '../kinds/kind-definition';

export function HistoryPanel({ kind, id }: { kind: KindDef; id: number }) {
  const [page, setPage] = useState(1);
  const query = useGetAccountHistoryQuery({ kind: kind.kind, id, page });
  return (
    <Panel title="History" className="acc-section">
      <QueryView query={query} failure="The history could not be loaded.">
        {({ lines, more }) => (
          <>
            {lines.length === 0 && <p className="pd-panel-muted">Nobody has changed this record yet.</p>}
            <ol className="acc-history">
              {lines.map((line) => (
                <li key={line.id}>
                  <HistoryLine line={line} />
                </li>
              ))}
            </ol>
            {lines.length > 0 && (
              <p>
                <Link to={`/audit-log?subjectType=${kind.kind}&subjectID=${id}`}>In the audit log</Link>
              </p>
            )}
            <Pager page={page} hasNext={more} onPage={setPage} labels={['Newer', 'Older']} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}

function HistoryLine({ line }: { line: AuditRow }) {
  const { actor, action, at, grouped } = line;
  return (
    <>
      {/* No "by" of its own: many actions say themselves by whom. */}
      <div>
        <strong>{AUDIT_ACTIONS[action] ?? action}</strong> · {actorName(actor)} · <Moment at={at} />
        {grouped && ` and ${formatCount(grouped)} more within the hour`}
      </div>
      <AuditChanges line={line} />
    </>
  );
}
