import type { ImageForReview } from '@partnerdesk/contracts';
import { useEffect, useRef } from 'react';
import type { Care } from '../care/use-care';
import { PictureCell, type PictureCellActions } from './picture-cell';
import { CELL, useGridWindow } from './use-grid-window';

interface PictureGridProps {
  pictures: readonly ImageForReview[];
  currentID: number | undefined;
  selected: ReadonlySet<number>;
  revealed: ReadonlySet<number>;
  isUnread: (picture: ImageForReview) => boolean;
  care: Care;
  actions: PictureCellActions;
  hasMore: boolean;
  onMore: () => void;
}

/** All thumbnails of a queue; only those in view are in the page, and the next page is asked for before its end. */
export function PictureGrid(props: PictureGridProps) {
  const { pictures, currentID, selected, revealed, isUnread, care, actions, hasMore, onMore } = props;
  const ref = useRef<HTMLDivElement>(null);
  const { columns, first, last, heightPx, moving, show } = useGridWindow(ref, pictures.length);

  const nearEnd = last >= pictures.length - 1 - 4 * columns;
  useEffect(() => {
    if (hasMore && nearEnd) onMore();
  }, [hasMore, nearEnd, onMore]);

  const currentIndex = pictures.findIndex(({ photoID }) => photoID === currentID);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each picture that is opened, and for each layout
  useEffect(() => {
    if (currentIndex >= 0) show(currentIndex);
  }, [currentIndex, columns]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="mod-grid-frame" ref={ref} aria-label="Pictures" tabIndex={0}>
      <ul className="mod-grid" style={{ height: heightPx }}>
        {pictures.slice(first, last + 1).map((picture, offset) => {
          const index = first + offset;
          return (
            <PictureCell
              key={picture.photoID}
              picture={picture}
              left={(index % columns) * CELL.width}
              top={Math.floor(index / columns) * CELL.height}
              current={picture.photoID === currentID}
              selected={selected.has(picture.photoID)}
              revealed={revealed.has(picture.photoID)}
              isUnread={isUnread(picture)}
              care={care}
              moving={moving}
              actions={actions}
            />
          );
        })}
      </ul>
    </section>
  );
}
