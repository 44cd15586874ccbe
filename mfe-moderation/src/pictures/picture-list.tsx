import { IMAGE_STATUS, type ImageForReview } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState, Loading } from '@partnerdesk/web';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Display } from '../display/use-display';
import type { Presence } from '../presence/use-presence';
import { PictureCell, type PictureCellActions } from './picture-cell';
import type { QueueParams } from './queue-params';
import { CELL, GAP_PX, useGridWindow } from './use-grid-window';
import type { useJudging } from './use-judging';
import type { useOpenPicture } from './use-open-picture';
import type { PictureList as List } from './use-picture-list';

interface PictureListProps {
  list: List;
  queue: QueueParams;
  place: ReturnType<typeof useOpenPicture>;
  judging: ReturnType<typeof useJudging>;
  /** photoIDs with a decision under way. */
  underWay: ReadonlySet<number>;
  tagOf: Presence['tagOf'];
  revealed: ReadonlySet<number>;
  display: Display;
  /** Whether the focus was in here, and what had it is gone. */
  isFocusLost: () => boolean;
}

/** The thumbnails of a queue, or what is shown instead of them. */
export function PictureList(props: PictureListProps) {
  const { list, queue, place } = props;
  const { pictures, query, beginsLater } = list;
  const framed = place.current !== undefined;
  const placeRef = useRef(-1);
  const absent =
    queue.photoID !== undefined && place.index < 0 && `Photo ${queue.photoID} is not in this list.`;
  const toBeginning = beginsLater && (
    <Button
      variant="link"
      className="p-0 align-baseline"
      onClick={() => {
        list.toBeginning();
        // The address named one that is nowhere.
        if (!place.current) place.close();
      }}
    >
      Show the list from its beginning
    </Button>
  );
  if (pictures.length === 0) {
    if (query.isFetching) return <Loading />;
    if (query.isError) return <ErrorState text="The pictures could not be loaded." onRetry={list.reload} />;
    return (
      <EmptyState text={(beginsLater && absent) || 'There are no pictures here'}>{toBeginning}</EmptyState>
    );
  }
  const cleared =
    queue.status === IMAGE_STATUS.unprocessed &&
    !query.hasNextPage &&
    pictures.every(({ status }) => status !== IMAGE_STATUS.unprocessed);
  return (
    <div className="mod-list">
      {toBeginning && (
        <p className="pd-panel-muted">
          {absent || 'The list begins where you were.'} {toBeginning}
        </p>
      )}
      {cleared && (
        <p className="mod-cleared" role="status">
          Nothing waits here any more
        </p>
      )}
      <PictureGrid key={String(framed)} {...props} framed={framed} placeRef={placeRef} />
    </div>
  );
}

interface PictureGridProps extends PictureListProps {
  /** A filmstrip beside the open picture, which scrolls by itself; else it scrolls with the page. Never changes. */
  framed: boolean;
  /** Index of the picture that was open last, kept for when the grid changes its form. */
  placeRef: RefObject<number>;
}

/** All thumbnails of a queue; only those in view are in the page, and the next page is asked for before its end. */
function PictureGrid(props: PictureGridProps) {
  const { list, queue, place, judging, underWay, tagOf, revealed, display } = props;
  const { framed, placeRef, isFocusLost } = props;
  const { pictures, query } = list;
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  const actions = useCellActions({
    open: ({ photoID }) => place.open(photoID),
    decide: judging.ask,
    select: judging.bulk.toggle,
  });
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
    if (hasNextPage && !isFetching && nearEnd && (hasMoved || !isError)) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, nearEnd, last, fetchNextPage]);

  const currentIndex = pictures.findIndex(({ photoID }) => photoID === queue.photoID);
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
      <ul className="pd-list mod-grid" style={{ height: heightPx }}>
        {pictures.slice(first, last + 1).map((picture, offset) => {
          const index = first + offset;
          return (
            <PictureCell
              key={picture.photoID}
              picture={picture}
              left={(index % columns) * columnPx}
              width={columnPx - GAP_PX}
              top={Math.floor(index / columns) * CELL.height}
              current={picture.photoID === queue.photoID}
              selected={judging.bulk.selected.has(picture.photoID)}
              revealed={revealed.has(picture.photoID)}
              isUnread={judging.isUnread(picture)}
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

/** Actions that stay the same object: a thumbnail is rendered again only when something of it changed. */
function useCellActions(latest: PictureCellActions): PictureCellActions {
  const ref = useRef(latest);
  useEffect(() => {
    ref.current = latest;
  });
  return useMemo(
    () => ({
      open: (picture: ImageForReview) => ref.current.open(picture),
      decide: (picture: ImageForReview, status: number) => ref.current.decide(picture, status),
      select: (picture: ImageForReview) => ref.current.select(picture),
    }),
    [],
  );
}
