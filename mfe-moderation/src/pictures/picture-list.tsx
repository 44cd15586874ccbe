import { IMAGE_STATUS, type ImageForReview } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState, Loading } from '@partnerdesk/web';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Display } from '../display/use-display';
import type { Presence } from '../presence/use-presence';
import type { PictureCellActions } from './picture-cell';
import { PictureGrid } from './picture-grid';
import type { QueueParams } from './queue-params';
import type { useJudging } from './use-judging';
import type { useOpenPicture } from './use-open-picture';
import type { PictureList as List } from './use-picture-list';

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
  const { list, queue, place, judging, underWay, tagOf, revealed, display } = props;
  const { pictures, query, beginsLater } = list;
  const framed = place.current !== undefined;
  const placeRef = useRef(-1);
  const { fetchNextPage } = query;
  const actions = useCellActions({
    open: ({ photoID }) => place.open(photoID),
    decide: judging.ask,
    select: judging.bulk.toggle,
  });
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);
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
      <PictureGrid
        key={String(framed)}
        framed={framed}
        placeRef={placeRef}
        isFocusLost={props.isFocusLost}
        pictures={pictures}
        currentID={queue.photoID}
        selected={judging.bulk.selected}
        revealed={revealed}
        isUnread={judging.isUnread}
        tagOf={tagOf}
        underWay={underWay}
        display={display}
        actions={actions}
        hasMore={query.hasNextPage && !query.isFetching}
        hasFailed={query.isError}
        onMore={loadMore}
      />
    </div>
  );
}
