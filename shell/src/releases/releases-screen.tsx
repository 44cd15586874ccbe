import { type RemoteBuild, type RemoteBuildState, releasesCall } from '@partnerdesk/contracts';
import {
  api,
  ask,
  Badge,
  type BadgeTone,
  type Column,
  DataTable,
  EmptyState,
  formatCount,
  Moment,
  Panel,
  QueryView,
  Screen,
} from '@partnerdesk/web';

const releasesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Quiet: the screen says itself what it could not load. */
    getReleases: build.query(ask(releasesCall, undefined, { quiet: true })),
  }),
});

export const { useGetReleasesQuery } = releasesApi;

const STATES: Record<RemoteBuildState, [tone: BadgeTone, text: string]> = {
  current: ['good', 'In use'],
  canary: ['info', 'For a share'],
  replaced: ['neutral', 'Replaced'],
  unusable: ['bad', 'Not usable'],
};

/** Which builds of the remotes run, for whom, and how they do (docs/DEPLOY.md, Remotes one by one). */
export function ReleasesScreen() {
  const query = useGetReleasesQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <Screen
      title="Releases"
      lead="Which builds of each part of the web app run, and what browsers reported in the last 24 hours."
    >
      <QueryView query={query} failure="The releases could not be loaded.">
        {(builds) => (
          <Panel>
            {builds.length > 0 ? <Builds builds={builds} /> : <EmptyState text="There are no builds." />}
          </Panel>
        )}
      </QueryView>
    </Screen>
  );
}

function Builds({ builds }: { builds: readonly RemoteBuild[] }) {
  const columns: Column<RemoteBuild>[] = [
    { header: 'Part', cell: ({ name }) => name, rowHeader: true },
    { header: 'Version', cell: ({ version }) => version },
    { header: 'State', cell: ({ state }) => <State state={state} /> },
    { header: 'Visitors', cell: ({ share }) => `${formatCount(share)}%`, numeric: true },
    {
      header: 'Released',
      cell: ({ releasedAt }) => (releasedAt ? <Moment at={releasedAt} /> : 'With the servers'),
    },
    { header: 'Pages', cell: ({ loads }) => formatCount(loads), numeric: true },
    { header: 'Errors', cell: ({ errors }) => formatCount(errors), numeric: true },
    { header: 'Errors in 100 pages', cell: rateOf, numeric: true },
  ];
  return (
    <DataTable
      stacked
      caption="Builds"
      columns={columns}
      rows={builds}
      rowKey={({ name, version, releasedAt }) => `${name} ${version} ${releasedAt}`}
    />
  );
}

function State({ state }: Pick<RemoteBuild, 'state'>) {
  const [tone, text] = STATES[state] ?? ['neutral', state];
  return <Badge tone={tone}>{text}</Badge>;
}

const rateOf = ({ loads, errors }: RemoteBuild) => (loads > 0 ? ((100 * errors) / loads).toFixed(1) : '–');
