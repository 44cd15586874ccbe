import { IMAGE_STATUS, type ImageForReview } from '@partnerdesk/contracts';
import { useOpening } from '@partnerdesk/web';
import { useEffect } from 'react';
import type { UnderWay } from '../decisions/use-decisions';
import type { Presence } from '../presence/use-presence';
import { useOpenedItem } from '../review/use-opened-item';
import type { useQueueParams } from './queue-params';
import type { PictureList } from './use-picture-list';

/** The open picture of a queue, which the address names, and ways from it to others. */
export function useOpenPicture(
  list: PictureList,
  { queue, change }: ReturnType<typeof useQueueParams>,
  underWay: UnderWay,
  presence: Presence,
) {
  const { pictures, change: changePicture } = list;
  const waits = ({ photoID, status, claim }: ImageForReview) =>
    status === IMAGE_STATUS.unprocessed && !underWay.has(photoID) && !presence.isTaken(photoID, claim);
  const index = pictures.findIndex(({ photoID }) => photoID === queue.photoID);
  const { opened, failure, retry, reopen } = useOpenedItem('image', queue.photoID, underWay.has, presence);
  // The list may be older than what opening answers: who has it, and how it was judged meanwhile.
  useEffect(() => {
    if (opened?.image) changePicture(opened.id, { ...opened.image, claim: opened.claim ?? undefined });
  }, [opened, changePicture]);

  const current = pictures[index] ?? opened?.image;
  // Judged in the list, or undone, while it is open: its history has a new line.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each decision
  useEffect(() => {
    if (current && opened && current.review > opened.review) void reopen(current.photoID);
  }, [current?.photoID, current?.review]);

  const opening = useOpening(queue.photoID !== undefined);
  const open = (photoID: number, how?: { byItself: boolean }) =>
    change({ photo: String(photoID), open: undefined }, opening.entryOf(how));
  const close = () => opening.close(() => change({ photo: undefined, open: undefined }));
  const first = queue.opensNext ? pictures.find(waits) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens what has been found, once
  useEffect(() => {
    if (first) open(first.photoID, { byItself: true });
  }, [first]);

  return {
    index,
    /** An address may name a picture that this list does not hold. */
    current,
    opened,
    /** Whose it is at this moment, as far as is known. */
    claim: opened ? opened.claim : current?.claim,
    failure,
    retry,
    open,
    close,
    step: (by: 1 | -1) => {
      const next = pictures[index < 0 ? 0 : index + by];
      if (next) open(next.photoID);
    },
    /**
     * Goes to the next that waits and that nobody else has open; behind the last one, to what was passed over.
     * @returns false if there is none: then the picture stays open
     */
    goOn: () => {
      const order = [...pictures.slice(index + 1), ...pictures.slice(0, Math.max(index, 0))];
      const next = queue.status ? pictures[index + 1] : order.find(waits);
      if (next) open(next.photoID);
      return next !== undefined;
    },
    /** Shows a picture as the server has it now. */
    refresh: async (photoID: number) => {
      const item = await reopen(photoID);
      if (item?.image) changePicture(photoID, item.image);
    },
  };
}
