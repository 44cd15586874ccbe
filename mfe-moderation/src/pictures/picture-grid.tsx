import type { ImageForReview } from '@partnerdesk/contracts';
import { type RefObject, useEffect, useRef } from 'react';
import type { Display } from '../display/use-display';
import type { Presence } from '../presence/use-presence';
import { PictureCell, type PictureCellActions } from './picture-cell';
import { CELL, GAP_PX, useGridWindow } from './use-grid-window';

interface PictureGridProps {
  pictures: readonly ImageForReview[];
  currentID: number | undefined;
  selected: ReadonlySet<number>;
  revealed: ReadonlySet<number>;
  isUnread: (picture: ImageForReview) => boolean;
  tagOf: Presence['tagOf'];
  /** photoIDs with a decision under way. */
  underWay: ReadonlySet<number>;
  display: Display;
  actions: PictureCellActions;
  hasMore: boolean;
  /** The last page that was asked for did not come. */
  hasFailed: boolean;
  onMore: () => void;
  /** A filmstrip beside the open picture, which scrolls by itself; else it scrolls with the page. Never changes. */
  framed: boolean;
  /** Index of the picture that was open last, kept for when the grid changes its form. */
  placeRef: RefObject<number>;
  /** Whether the focus was in the queue, and what had it is gone. */
  isFocusLost: () => boolean;
}

/** All thumbnails of a queue; only those in view are in the page, and the next page is asked for before its end. */
export function PictureGrid(props: PictureGridProps) {
  const { pictures, currentID, selected, revealed, isUnread, display, actions, hasMore, onMore } = props;
  const { framed, placeRef, isFocusLost, underWay, tagOf, hasFailed } = props;
  const ref = useRef<HTMLDivElement>(null);
  const { columns, columnPx, first, last, heightPx, moving, show } = useGridWindow(
    ref,
    pictures.length,
    framed,
  );

  const nearEnd = last >= pictures.length - 1 - 4 * columns;
  /** Where it was, also while the next page was on its way: one that failed is asked for again once the list moves. */
  const lastSeen = useRef(-1);
  useEffect(() => {
    const hasMoved = lastSeen.current !== last;
    lastSeen.current = last;
    if (hasMore && nearEnd && (hasMoved || !hasFailed)) onMore();
  }, [hasMore, hasFailed, nearEnd, last, onMore]);

  const currentIndex = pictures.findIndex(({ photoID }) => photoID === currentID);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture that is opened, and for each layout
  useEffect(() => {
    if (currentIndex >= 0) placeRef.current = currentIndex;
    if (placeRef.current >= 0) show(placeRef.current);
  }, [currentIndex, columns]);

  // Back from a picture, once: its cell is drawn when the grid has come to its place.
  const takesFocus = useRef(!framed);
  useEffect(() => {
    takesFocus.current &&= isFocusLost();
    if (!takesFocus.current) return;
    const thumb = ref.current?.querySelectorAll<HTMLElement>('.mod-thumb')[placeRef.current - first];
    takesFocus.current = !thumb;
    thumb?.focus({ preventScroll: true });
  });

  return (
    <section className="mod-grid-frame" ref={ref} aria-label="Pictures" tabIndex={framed ? 0 : undefined}>
      <ul className="mod-grid" style={{ height: heightPx }}>
        {pictures.slice(first, last + 1).map((picture, offset) => {
          const index = first + offset;
          return (
            <PictureCell
              key={picture.photoID}
              picture={picture}
              left={(index % columns) * columnPx}
              width={columnPx - GAP_PX}
              top={Math.floor(index / columns) * CELL.height}
              current={picture.photoID === currentID}
              selected={selected.has(picture.photoID)}
              revealed={revealed.has(picture.photoID)}
              isUnread={isUnread(picture)}
              openTag={tagOf(picture.photoID, picture.claim)}
              busy={underWay.has(picture.photoID)}
              display={display}
              moving={moving}
              actions={actions}
            />
          );
        })}
      </ul>
    </section>
  );
}
