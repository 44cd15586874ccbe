import { IMAGE_STATUS, type ImageForReview, type ImageType } from '@partnerdesk/contracts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useGetImagesInfiniteQuery } from '../moderation.api';
import type { QueueParams } from './queue-params';

type Changes = Partial<ImageForReview>;

/** A picture with what was said of it here, unless the list has been read since and has something later. */
const asSaid = (listed: ImageForReview, said: Changes | undefined): ImageForReview =>
  said && (said.review ?? 0) >= listed.review ? { ...listed, ...said } : listed;

/** The pictures of a queue, with what happened to them here: what is decided stays in place, only hidden ones leave. */
export function usePictureList(type: ImageType, { status, order, staffID, memberID, photoID }: QueueParams) {
  const listName = [type, status ?? 'all', order, staffID, memberID].join(':');
  // Where the list began: at the picture that the address named when the list was opened.
  const [start, setStart] = useState({ listName, from: photoID });
  const from = start.listName === listName ? start.from : undefined;
  const query = useGetImagesInfiniteQuery(
    { type, order, status, staffID, memberID, from },
    { refetchOnMountOrArgChange: true },
  );
  // Also known before it is drawn: a key that is pressed at once must not decide on an old status.
  const latest = useRef<ReadonlyMap<number, Changes>>(new Map());
  const [changes, setChanges] = useState(latest.current);

  /** Shows what the server has said of a picture; an answer that was overtaken by a later one says nothing. */
  const change = useCallback((id: number, said: Changes) => {
    const known = latest.current.get(id);
    if ((said.review ?? 0) < (known?.review ?? 0)) return;
    latest.current = new Map(latest.current).set(id, { ...known, ...said });
    setChanges(latest.current);
  }, []);

  const pages = query.currentData?.pages;
  const pictures = useMemo(() => {
    const seen = new Map<number, ImageForReview>();
    for (const picture of (pages ?? []).flat()) {
      const changed = asSaid(picture, changes.get(picture.photoID));
      if (changed.status !== IMAGE_STATUS.hidden) seen.set(picture.photoID, changed);
    }
    return [...seen.values()];
  }, [pages, changes]);

  return {
    pictures,
    query,
    /** Whether it was loaded with this list, hidden since or not. */
    holds: (id: number) => (pages ?? []).some((page) => page.some(({ photoID: each }) => each === id)),
    beginsLater: from !== undefined,
    toBeginning: () => setStart({ listName, from: undefined }),
    change,
    /** Its status at this moment. */
    statusOf: (picture: ImageForReview) => asSaid(picture, latest.current.get(picture.photoID)).status,
    /** Loads again; nothing that this screen added is kept. */
    reload: () => {
      latest.current = new Map();
      setChanges(latest.current);
      void query.refetch();
    },
  };
}

export type PictureList = ReturnType<typeof usePictureList>;
