import { ErrorState } from '@partnerdesk/web';
import { type ReactNode, useEffect, useState } from 'react';
import { FrameSkeleton } from '../frame/frame-skeleton';
import { UNREACHABLE } from '../remotes/remote-trouble';

interface StartGateProps {
  started: Promise<void>;
  restart: () => Promise<void>;
  children: ReactNode;
}

/** The app is shown once the configuration has come (docs/PRODUCT.md §2); until then, and if it doesn't, this. */
export function StartGate({ started, restart, children }: StartGateProps) {
  const [start, setStart] = useState(started);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  useEffect(() => {
    let current = true;
    start.then(
      () => current && setState('ready'),
      () => current && setState('failed'),
    );
    return () => {
      current = false;
    };
  }, [start]);

  if (state === 'ready') return children;
  const retry = () => {
    setState('loading');
    setStart(restart());
  };
  if (state === 'loading') return <FrameSkeleton label="Starting…" />;
  return (
    <main className="sh-start">
      <ErrorState text={UNREACHABLE} onRetry={retry} />
    </main>
  );
}
