import type { RemoteName } from '@partnerdesk/contracts';
import { ErrorBoundary, type RemoteRoute, ScreenSkeleton } from '@partnerdesk/web';
import { useEffect } from 'react';
import { NotFound } from '../routing/not-found';
import { shapeOf } from '../routing/screen-shape';
import { abandonSilentFiles } from './follow-files';
import { useReloadOnceReplaced } from './reload-once-replaced';
import { useRemoteLoader, useRemoteState } from './remote-loader';
import { RemoteTrouble } from './remote-trouble';
import { useScreen } from './use-screen';

/** Shows a remote's screen. Whatever is wrong with the remote costs this part of the page only. */
export function RemoteScreen({ name, path }: { name: RemoteName; path: string }) {
  const loader = useRemoteLoader();
  const state = useRemoteState(name);

  useEffect(() => void loader.start(name), [loader, name]);
  useReloadOnceReplaced(name, state.status === 'failed');

  if (state.status === 'failed') {
    const stuck = state.failure === 'late' || state.attempts > 1;
    return <RemoteTrouble onRetry={() => again(() => loader.retry(name))} offerReload={stuck} />;
  }
  if (state.status !== 'ready') return <ScreenSkeleton shape={shapeOf(path)} />;
  const route = state.remote.routes.find((candidate) => candidate.path === path);
  return route ? <RouteScreen key={path} name={name} route={route} /> : <NotFound />;
}

/** Another try, clean of what hangs. */
function again(retry: () => void): void {
  abandonSilentFiles();
  retry();
}

function RouteScreen({ name, route }: { name: RemoteName; route: RemoteRoute }) {
  const screen = useScreen(route.load);
  useReloadOnceReplaced(name, screen.state.status === 'failed');
  return <LoadedScreen {...screen} path={route.path} />;
}

/** One of the shell's own screens. */
export const ShellScreen = ({ load, path }: Pick<RemoteRoute, 'load' | 'path'>) => (
  <LoadedScreen {...useScreen(load)} path={path} offerReload />
);

interface LoadedScreenProps extends ReturnType<typeof useScreen> {
  path: string;
  offerReload?: boolean;
}

/** A screen whose code is on its way, is there, or has not come. */
function LoadedScreen({ state, retry, path, offerReload = false }: LoadedScreenProps) {
  if (state.status === 'failed')
    return <RemoteTrouble onRetry={() => again(retry)} offerReload={offerReload || state.late} />;
  if (state.status === 'loading') return <ScreenSkeleton shape={shapeOf(path)} />;
  return (
    <ErrorBoundary fallback={(renderAgain) => <RemoteTrouble onRetry={renderAgain} offerReload />}>
      <state.Screen />
    </ErrorBoundary>
  );
}
