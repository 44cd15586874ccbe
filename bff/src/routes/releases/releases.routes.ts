import {
  REMOTE_NAMES,
  type RemoteBuild,
  type RemoteBuildState,
  type RemoteName,
  releasesCall,
} from '@partnerdesk/contracts';
import type { Rollout } from '../../releases/release-files';
import type { ReleaseHealth } from '../../releases/release-health';
import type { Releases } from '../../releases/releases';
import type { AddRoutes } from '../route-deps';

export const addReleaseRoutes: AddRoutes = ({ handle }, { releases, releaseHealth }) => {
  handle(releasesCall, () => presentReleases(releases, releaseHealth));
};

type Row = Omit<RemoteBuild, 'loads' | 'errors'>;

async function presentReleases(releases: Releases, health: ReleaseHealth): Promise<RemoteBuild[]> {
  const [rollouts, counts] = await Promise.all([releases.rollouts(), health.read()]);
  const rows = await Promise.all(REMOTE_NAMES.map((name) => rowsOf(releases, name, rollouts[name])));
  return rows.flat().map((row) => ({
    ...row,
    ...(counts.get(`${row.name} ${row.version}`) ?? { loads: 0, errors: 0 }),
  }));
}

const ORDER: readonly RemoteBuildState[] = ['current', 'canary', 'replaced', 'unusable'];

async function rowsOf(releases: Releases, name: RemoteName, rollout: Rollout | undefined): Promise<Row[]> {
  const released = await Promise.all(
    (rollout?.released ?? []).map(async ({ version, releasedAt, replacedAt = null }) => {
      const state = await stateOf(releases, name, rollout, version);
      return { name, version, state, releasedAt, replacedAt };
    }),
  );
  const canary = released.find(({ state }) => state === 'canary');
  const canaryShare = canary ? (rollout?.canary?.share ?? 0) : 0;
  const isReplaced = released.some(({ state }) => state === 'current');
  const builtIn = {
    name,
    version: (await releases.builtInVersion(name)) ?? 'unknown',
    releasedAt: null,
    replacedAt: null,
    state: isReplaced ? ('replaced' as const) : ('current' as const),
  };
  return [...released, builtIn]
    .map((row) => ({ ...row, share: shareOf(row.state, canaryShare) }))
    .sort((one, other) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state));
}

async function stateOf(
  releases: Releases,
  name: RemoteName,
  rollout: Rollout | undefined,
  version: string,
): Promise<RemoteBuildState> {
  if (!(await releases.isUsable(name, version))) return 'unusable';
  if (rollout?.current === version) return 'current';
  return rollout?.canary?.version === version ? 'canary' : 'replaced';
}

function shareOf(state: RemoteBuildState, canaryShare: number): number {
  if (state === 'canary') return canaryShare;
  return state === 'current' ? 100 - canaryShare : 0;
}
