import {
  ACCOUNT_KIND_NAMES,
  AUDIT_ACTIONS,
  type AuditRow,
  accountPath,
  actorName,
  addressOf,
  auditSubjectText,
  exportAuditLogCall,
} from '@partnerdesk/contracts';
import {
  type Column,
  DataTable,
  EmptyState,
  FilterSheet,
  formatCount,
  Link,
  Moment,
  Pager,
  Panel,
  QueryView,
  Screen,
} from '@partnerdesk/web';
import { useGetAuditLogQuery } from '../accounts.api';
import '../accounts.css';
import { AuditChanges } from './audit-changes';
import { AuditForm } from './audit-form';
import { auditQueryOf, useAuditParams } from './audit-params';

/**
 * Everything that is recorded: who, when, what, before and after (docs/RULES.md, Accounts and access "Audit log").
 */
export function AuditScreen() {
  const { searchParams, search, toPage } = useAuditParams();
  const { page, ...narrowed } = searchParams;
  const { subjectID, ...filters } = narrowed;
  const exported = addressOf(exportAuditLogCall, { query: auditQueryOf({ ...searchParams, page: 1 }) });
  const query = useGetAuditLogQuery(auditQueryOf(searchParams), { refetchOnMountOrArgChange: true });
  return (
    <Screen title="Audit log">
      <Panel>
        <FilterSheet count={Object.values(filters).filter(Boolean).length}>
          {(close) => (
            <AuditForm
              // Back, forward and links bring another search into the form.
              key={JSON.stringify(narrowed)}
              search={narrowed}
              searching={query.isFetching}
              onSearch={(wanted) => {
                close();
                search(wanted);
              }}
            />
          )}
        </FilterSheet>
      </Panel>
      <Panel className="acc-results">
        <QueryView query={{ ...query, data: query.currentData }} failure="The log could not be loaded.">
          {({ lines, more }) => (
            <>
              <div className="acc-results-head">
                <span>Newest first</span>
                <a className="btn btn-outline-primary btn-sm" href={exported} download>
                  Export CSV
                </a>
              </div>
              <AuditTable lines={lines} />
              <Pager page={page} hasNext={more} onPage={toPage} labels={['Newer', 'Older']} />
            </>
          )}
        </QueryView>
      </Panel>
    </Screen>
  );
}

function AuditTable({ lines }: { lines: readonly AuditRow[] }) {
  if (lines.length === 0) return <EmptyState text="Nothing in the log matches." />;
  const columns: Column<AuditRow>[] = [
    {
      header: 'When',
      besideName: true,
      className: 'acc-when',
      cell: ({ at }) => <Moment at={at} />,
    },
    { header: 'Who', cell: ({ actor }) => actorName(actor) },
    { header: 'What', rowHeader: true, cell: (line) => <Action {...line} /> },
    { header: 'Record', className: 'acc-record', cell: ({ subject }) => <Subject {...subject} /> },
    { header: 'Change', className: 'acc-changes', cell: (line) => <AuditChanges line={line} /> },
  ];
  return <DataTable stacked caption="Audit log" columns={columns} rows={lines} rowKey={({ id }) => id} />;
}

/** Of lines that stand for others of their hour, a link to each of them. */
function Action({ action, actor, grouped = 0 }: AuditRow) {
  const text = AUDIT_ACTIONS[action] ?? action;
  if (grouped === 0) return text;
  const each = new URLSearchParams({ actor: actor.emailAddress, action });
  return (
    <>
      {text} <Link to={`/audit-log?${each}`}>and {formatCount(grouped)} more within the hour</Link>
    </>
  );
}

function Subject(subject: AuditRow['subject']) {
  const text = auditSubjectText(subject);
  const { type, id } = subject;
  if (type === 'administrator') return <Link to="/administrators">{text}</Link>;
  const kind = ACCOUNT_KIND_NAMES.find((each) => each === type);
  if (kind) return <Link to={accountPath(kind, id)}>{text}</Link>;
  return (
    <span className="acc-subject" title={text}>
      {text}
    </span>
  );
}
