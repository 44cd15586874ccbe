import {
  ACCOUNT_KIND_NAMES,
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditRow,
  accountPath,
  actorName,
  addressOf,
  auditSubjectText,
  exportAuditLogCall,
} from '@partnerdesk/contracts';
import {
  EmptyState,
  ErrorState,
  FilterSheet,
  formatCount,
  formatDay,
  Link,
  Moment,
  Panel,
  Screen,
} from '@partnerdesk/web';
import { Grid, type GridColumn } from '@partnerdesk/web/grid';
import { type FilterChip, FilterChips } from '@partnerdesk/web/parts';
import { useGetAuditLogQuery } from '../accounts.api';
import '../accounts.css';
import { AuditChanges, runText, ShortIds } from './audit-changes';
import { AuditForm, type AuditSearch, auditQueryOf, NOTHING, useAuditParams } from './audit-form';

/**
 * Everything that is recorded: who, when, what, before and after (docs/RULES.md, Accounts and access "Audit log").
 */
export function AuditScreen() {
  const { search, grid, searchFor, toPage, show } = useAuditParams();
  const exported = addressOf(exportAuditLogCall, { query: auditQueryOf(search) });
  const query = useGetAuditLogQuery(auditQueryOf(search, grid.page), { refetchOnMountOrArgChange: true });
  const { currentData, isError, isFetching } = query;
  const chips = chipsOf(search, searchFor);
  return (
    <Screen title="Audit log" lead="Who did what, when, to which record, and what it was before and after.">
      <Panel>
        <FilterSheet count={chips.length}>
          {(close) => (
            <AuditForm
              search={search}
              searching={isFetching}
              onSearch={(wanted) => {
                close();
                searchFor(wanted);
              }}
            />
          )}
        </FilterSheet>
        <FilterChips chips={chips} onClear={() => searchFor(NOTHING)} />
      </Panel>
      <Panel className="acc-results">
        {isError && !isFetching ? (
          <ErrorState text="The log could not be loaded." onRetry={() => query.refetch()} />
        ) : (
          <Grid
            caption="Audit log"
            head={<span>Newest first</span>}
            columns={COLUMNS}
            rows={currentData?.lines}
            rowKey={({ id }) => id}
            empty={<EmptyState text="Nothing in the log matches." />}
            params={grid}
            onShow={show}
            onPage={toPage}
            hasNext={currentData?.more ?? false}
            pagerLabels={['Newer', 'Older']}
            tools={
              <a className="btn btn-outline-primary btn-sm" href={exported} download>
                Export CSV
              </a>
            }
          />
        )}
      </Panel>
    </Screen>
  );
}

const COLUMNS: GridColumn<AuditRow>[] = [
  { header: 'When', besideName: true, className: 'acc-when', cell: ({ at }) => <Moment at={at} /> },
  {
    header: 'Who',
    className: 'acc-who',
    cell: ({ actor }) => <span title={actorName(actor)}>{actorName(actor)}</span>,
  },
  { header: 'What', rowHeader: true, cell: (line) => <Action {...line} /> },
  { header: 'Record', className: 'acc-record', cell: ({ subject }) => <Subject {...subject} /> },
  { header: 'Change', className: 'acc-changes', cell: (line) => <AuditChanges line={line} /> },
];

function chipsOf(search: AuditSearch, onSearch: (next: AuditSearch) => void): FilterChip[] {
  const { actor, action, subjectType, subjectID, startDate, endDate } = search;
  const chip = (key: string, label: string, without: Partial<AuditSearch>): FilterChip => ({
    key,
    label,
    onRemove: () => onSearch({ ...search, ...without }),
  });
  return [
    ...(actor ? [chip('actor', `Who: ${actor}`, { actor: '' })] : []),
    ...(action ? [chip('action', `What: ${AUDIT_ACTIONS[action]}`, { action: '' })] : []),
    ...(subjectType
      ? [
          chip('subject', `Record: ${AUDIT_SUBJECTS[subjectType]} ${subjectID}`, {
            subjectType: '',
            subjectID: '',
          }),
        ]
      : []),
    ...(startDate ? [chip('startDate', `From ${formatDay(startDate)}`, { startDate: '' })] : []),
    ...(endDate ? [chip('endDate', `Through ${formatDay(endDate)}`, { endDate: '' })] : []),
  ];
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

/** Of a run, what it paid and until when, with a link to all lines about it. */
function Subject(subject: AuditRow['subject']) {
  const text = auditSubjectText(subject);
  const { type, id } = subject;
  if (type === 'administrator') return <Link to="/administrators">{text}</Link>;
  const kind = ACCOUNT_KIND_NAMES.find((each) => each === type);
  if (kind) return <Link to={accountPath(kind, id)}>{text}</Link>;
  const run = type === 'payrollRun' ? runText(id) : undefined;
  if (run)
    return (
      <Link
        className="acc-subject"
        title={text}
        to={`/audit-log?${new URLSearchParams({ subjectType: type, subjectID: id })}`}
      >
        {run}
      </Link>
    );
  return (
    <span className="acc-subject" title={text}>
      <ShortIds text={text} />
    </span>
  );
}
