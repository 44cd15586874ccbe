import { ErrorState, useAppSelector } from '@partnerdesk/web';
import { type ReactNode, useEffect, useState } from 'react';
import { FrameSkeleton } from '../frame/frame-skeleton';
import { UNREACHABLE } from '../remotes/remote-trouble';

interface StartGateProps {
  /** The start under way. */
  started: Promise<void>;
  /** Starts again. */
  restart: () => Promise<void>;
  children: ReactNode;
}

/** The app is shown once the configuration has come (docs/PRODUCT.md §2); until then, and if it doesn't, this. */
export function StartGate({ started, restart, children }: StartGateProps) {
  const [start, setStart] = useState(started);
  const [failed, setFailed] = useState<Promise<void>>();
  const isReady = useAppSelector(({ configuration }) => configuration !== null);

  useEffect(() => {
    let current = true;
    start.catch(() => current && setFailed(start));
    return () => {
      current = false;
    };
  }, [start]);

  if (isReady) return children;
  if (failed !== start) return <FrameSkeleton label="Starting…" />;
  return (
    <main className="sh-start">
      <ErrorState text={UNREACHABLE} onRetry={() => setStart(restart())} />
    </main>
  );
}
