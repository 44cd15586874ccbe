import type { ReactNode } from 'react';

interface SkeletonProps {
  label?: string;
  /** The final layout with made-up values: its texts are drawn as bars, so nothing moves when the right ones arrive. */
  children: ReactNode;
}

/** Stands in for what is being loaded, in its size. Only the label is read aloud, and nothing within can be reached. */
export function Skeleton({ label = 'Loading…', children }: SkeletonProps) {
  return (
    <>
      <span className="visually-hidden" role="status">
        {label}
      </span>
      <div className="pd-skeleton" aria-hidden="true" inert>
        {children}
      </div>
    </>
  );
}

/** What a screen is made of at first sight. */
export type ScreenShape = 'cards' | 'table' | 'form';

const THREE = ['a', 'b', 'c'];
const SIX = [...THREE, 'd', 'e', 'f'];

/** Holds the place of a screen whose code is on its way. shell/src/index.html has the same before any code is there. */
export function ScreenSkeleton({ shape, label }: { shape: ScreenShape; label?: string }) {
  return (
    <Skeleton label={label}>
      <div className={shape === 'form' ? 'pd-screen pd-screen-narrow' : 'pd-screen'}>
        <p className="pd-skeleton-title">…</p>
        {shape === 'cards' && (
          <div className="pd-figure-cards">
            {THREE.map((card) => (
              <div key={card} className="pd-figure-card">
                <p>…</p>
                <p>…</p>
              </div>
            ))}
          </div>
        )}
        <div className="pd-panel">
          {(shape === 'form' ? THREE : SIX).map((row) => (
            <p key={row}>…</p>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}
