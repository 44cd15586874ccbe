import { IMAGE_STATUS, type ImageForReview } from '@partnerdesk/contracts';
import { useAlerts } from '@partnerdesk/web';
import { useEffect, useRef, useState } from 'react';
import type { UnderWay } from '../decisions/use-decisions';
import type { Why } from '../moderation.api';
import { heldText, isHeldByOther } from '../presence/claim-note';
import { useBulk } from './use-bulk';
import type { useOpenPicture } from './use-open-picture';
import { usePictureDecisions } from './use-picture-decisions';
import type { PictureList } from './use-picture-list';

interface Rejection {
  pictures: readonly ImageForReview[];
  bulk: boolean;
}

/**
 * Judging a queue: one picture or a selection, a rejection with its reason, undo.
 * @param isUnread whether a picture has to be shown before it can be approved
 */
export function useJudging(
  list: PictureList,
  place: ReturnType<typeof useOpenPicture>,
  underWay: UnderWay,
  isUnread: (picture: ImageForReview) => boolean,
) {
  const alerts = useAlerts();
  const [rejecting, setRejecting] = useState<Rejection>();
  const decisions = usePictureDecisions(
    list,
    underWay,
    (photoIDs) => {
      // Also one that had left the list, hidden.
      const [only, ...others] = photoIDs.filter(list.holds);
      if (only !== undefined && others.length === 0) place.open(only);
    },
    (photoID) => void place.refresh(photoID),
  );
  const bulk = useBulk(list.pictures, decisions);

  // Where the moderator is once the answer comes.
  const latestPlace = useRef(place);
  useEffect(() => {
    latestPlace.current = place;
  });

  const decide = async (picture: ImageForReview, status: number, why?: Why) => {
    const { photoID } = picture;
    const sent = decisions.decide(picture, status, why);
    // Nobody waits for the answer, except where no other picture is left to judge.
    const goesOn = photoID !== place.current?.photoID || place.goOn();
    if (!(await sent) || goesOn) return;
    const { current, goOn, close } = latestPlace.current;
    if (photoID === current?.photoID && !goOn()) close();
  };

  return {
    decisions,
    bulk,
    isUnread,
    ask: (picture: ImageForReview, status: number) => {
      if (!decisions.mayDecide(picture, status)) return;
      if (picture.photoID === place.current?.photoID && isHeldByOther(place.claim)) {
        // It may be free by now.
        void place.refresh(picture.photoID);
        return alerts.warning(heldText(place.claim));
      }
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
