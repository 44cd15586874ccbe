import '../office/office-screen.css';
import { type FailedWorkSummary, SHELL_SCREENS } from '@partnerdesk/contracts';
import {
  countOf,
  EmptyState,
  formatCount,
  Moment,
  Panel,
  QueryView,
  Screen,
  useSearchParams,
  useSession,
} from '@partnerdesk/web';
import { ScreenLink } from '../menus/screen-link';
import { FAILED_WORK_LABELS, readKind, useGetFailedWorkQuery } from './failed-work.api';
import { FailedWorkList } from './failed-work-list';

/** Work that nobody tries any more by itself: how much of each kind, why, and Retry (docs/RULES.md, Accounts and access "Failed work"). */
export function FailedWorkScreen() {
  const permissions = useSession()?.permissions;
  const maySeeQueues = permissions?.includes('audit') || permissions?.includes('queues');
  const query = useGetFailedWorkQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Screen
      title="Failed work"
      lead="What was given up, why, and what can be tried again."
      actions={
        maySeeQueues && (
          <>
            <a href="/queues">Queues</a>
            <ScreenLink path={SHELL_SCREENS.releases.path}>Releases</ScreenLink>
          </>
        )
      }
    >
      <QueryView query={query} failure="Failed work could not be loaded.">
        {(summaries) => <Kinds summaries={summaries} />}
      </QueryView>
    </Screen>
  );
}

function Kinds({ summaries }: { summaries: readonly FailedWorkSummary[] }) {
  const [params, setParams] = useSearchParams();
  const asked = readKind(params.get('kind'));
  const shown =
    summaries.find(({ kind }) => kind === asked) ?? summaries.find(({ count }) => count > 0) ?? summaries[0];
  if (!shown) return <EmptyState text="Your permissions reach no kind of work that could fail." />;
  return (
    <>
      <div className="pd-tabs">
        {summaries.map(({ kind, count, more }) => (
          <button
            key={kind}
            type="button"
            className="pd-tab"
            aria-pressed={kind === shown.kind}
            onClick={() => setParams({ kind })}
          >
            {FAILED_WORK_LABELS[kind] ?? kind} ({formatCount(count)}
            {more && '+'})
          </button>
        ))}
      </div>
      <Panel>
        {shown.count === 0 ? (
          <EmptyState text="Nothing of this kind has failed." />
        ) : (
          <>
            <Reasons summary={shown} />
            <FailedWorkList key={shown.kind} kind={shown.kind} count={shown.count} />
          </>
        )}
      </Panel>
    </>
  );
}

/** Since when, and what most of them failed for. */
function Reasons({ summary: { count, more, oldestAt, reasons } }: { summary: FailedWorkSummary }) {
  return (
    <>
      <p>
        {more && 'More than '}
        {countOf(count, 'item')}
        {oldestAt && (
          <>
            , the oldest of <Moment at={oldestAt} />
          </>
        )}
      </p>
      <ul className="pd-list sh-failed-work" aria-label="Reasons">
        {reasons.map(({ reason, count: times }) => (
          <li key={reason}>
            <strong>{formatCount(times)}</strong> {reason}
          </li>
        ))}
      </ul>
    </>
  );
}
