import { IMAGE_STATUS, IMAGE_TYPE, type ImageForReview } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useState } from 'react';
import type { Why } from '../moderation.api';
import { useBulk } from './use-bulk';
import type { useOpenPicture } from './use-open-picture';
import { usePictureDecisions } from './use-picture-decisions';
import type { PictureList } from './use-picture-list';

interface Rejection {
  pictures: readonly ImageForReview[];
  bulk: boolean;
}

/** Judging a queue: one picture or a selection, a rejection with its reason, undo. */
export function useJudging(
  list: PictureList,
  place: ReturnType<typeof useOpenPicture>,
  isCovered: (picture: ImageForReview) => boolean,
) {
  const alerts = useAlerts();
  const [rejecting, setRejecting] = useState<Rejection>();
  const decisions = usePictureDecisions(
    list,
    (photoIDs) => {
      // Also one that had left the list, hidden.
      const [only, ...others] = photoIDs.filter(list.holds);
      if (only !== undefined && others.length === 0) place.open(only);
    },
    (photoID) => void place.refresh(photoID),
  );
  const bulk = useBulk(list.pictures, decisions);

  const decide = async (picture: ImageForReview, status: number, why?: Why) => {
    const done = await decisions.decide(picture, status, why);
    if (done && picture.photoID === place.current?.photoID) place.goOn();
  };
  /** A photo id is approved by what can be read on it. */
  const isUnread = (picture: ImageForReview) => picture.type === IMAGE_TYPE.photoId && isCovered(picture);

  return {
    decisions,
    bulk,
    isUnread,
    ask: (picture: ImageForReview, status: number) => {
      if (status === IMAGE_STATUS.rejected) return setRejecting({ pictures: [picture], bulk: false });
      if (status === IMAGE_STATUS.approved && isUnread(picture))
        return alerts.warning(`Show photo ${picture.photoID} before you approve it`);
      void decide(picture, status);
    },
    approveSelected: () => {
      const unread = bulk.chosen.filter(isUnread);
      if (unread[0]) return alerts.warning(`Show photo ${unread[0].photoID} before you approve it`);
      void bulk.decide(IMAGE_STATUS.approved);
    },
    /** What is about to be rejected, once its reason is given. */
    rejecting,
    rejectSelected: () => {
      if (bulk.chosen.length > 0) setRejecting({ pictures: bulk.chosen, bulk: true });
    },
    cancelRejection: () => setRejecting(undefined),
    reject: (why: Why) => {
      const [picture] = rejecting?.pictures ?? [];
      setRejecting(undefined);
      if (rejecting?.bulk) void bulk.decide(IMAGE_STATUS.rejected, why);
      else if (picture) void decide(picture, IMAGE_STATUS.rejected, why);
    },
  };
}
