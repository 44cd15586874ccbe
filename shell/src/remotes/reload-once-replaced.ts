import type { Configuration, RemoteName } from '@partnerdesk/contracts';
import { getConfiguration, useAppStore } from '@partnerdesk/web';
import { useEffect } from 'react';

/** Start of the keys, in this tab's storage, of builds that it has left by loading the page again. */
const LEFT = 'partnerdesk-left:';

const buildOf = (configuration: Configuration | null, name: RemoteName): string => {
  const { manifest = '', version = '' } = configuration?.remotes.find((remote) => remote.name === name) ?? {};
  return `${manifest} ${version}`;
};

/** Whether another build is served by now: files of this one may be gone. Never twice for the same build. */
export function shouldReload(
  name: RemoteName,
  used: Configuration | null,
  served: Configuration,
  storage: Pick<Storage, 'getItem' | 'setItem'>,
): boolean {
  const build = buildOf(used, name);
  if (build === buildOf(served, name) || storage.getItem(LEFT + build)) return false;
  storage.setItem(LEFT + build, 'left');
  return true;
}

/** Loads the page again, once, when what failed is a build that has been replaced. */
export function useReloadOnceReplaced(name: RemoteName, failed: boolean): void {
  const store = useAppStore();
  useEffect(() => {
    if (!failed) return;
    const asking = store.dispatch(
      getConfiguration.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    asking.unwrap().then(
      (served) => {
        if (shouldReload(name, store.getState().configuration, served, sessionStorage)) location.reload();
      },
      // Then it is not the remote that is away, but the server.
      () => undefined,
    );
  }, [store, name, failed]);
}
