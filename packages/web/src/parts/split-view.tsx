import { readStored, writeStored } from '@partnerdesk/web/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';

interface SplitViewProps {
  list: ReactNode;
  /** undefined: nothing is open, the list has all the room. */
  details: ReactNode;
  /** Under which the width of the list is remembered in this browser. */
  name: string;
}

/** Width of the list in percent: at first, at least, at most, and by a press of an arrow key. */
const WIDTH = { first: 50, least: 25, most: 75, step: 5 };

const keyOf = (name: string) => `pdesk-split-${name}`;
const clamp = (percent: number) => Math.min(WIDTH.most, Math.max(WIDTH.least, Math.round(percent)));

/** A list and, beside it, what is opened of it, with a border that can be moved; on small screens one below the other. */
export function SplitView({ list, details, name }: SplitViewProps) {
  const frameRef = useRef<HTMLDivElement>(null);
  const [percent, setPercent] = useState(() => clamp(Number(readStored(keyOf(name))) || WIDTH.first));
  const set = (wanted: number) => {
    const next = clamp(wanted);
    setPercent(next);
    writeStored(keyOf(name), String(next));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -WIDTH.step, ArrowRight: WIDTH.step }[event.key];
    if (!step) return;
    event.preventDefault();
    set(percent + step);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const frame = frameRef.current?.getBoundingClientRect();
    if (!frame?.width || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    set(((event.clientX - frame.left) / frame.width) * 100);
  };
  return (
    <div
      ref={frameRef}
      className={details ? 'pd-split' : undefined}
      style={
        details
          ? { gridTemplateColumns: `minmax(0, ${percent}fr) 24px minmax(0, ${100 - percent}fr)` }
          : undefined
      }
    >
      <div>{list}</div>
      {details && (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a separator that moves has no element of its own */}
          <div
            className="pd-split-border"
            role="separator"
            tabIndex={0}
            aria-orientation="vertical"
            aria-label="Width of the list"
            aria-valuenow={percent}
            aria-valuemin={WIDTH.least}
            aria-valuemax={WIDTH.most}
            onKeyDown={onKeyDown}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={onPointerMove}
          />
          <div>{details}</div>
        </>
      )}
    </div>
  );
}
