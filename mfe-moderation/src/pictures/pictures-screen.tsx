import '../moderation.css';
import './pictures.css';
import { IMAGE_TYPE, type ImageForReview, type ImageType, PICTURE_TYPES, QUEUE_OF_PATH } from '@partnerdesk/contracts';
import { Screen } from '@partnerdesk/web';
import { useKeys } from '@partnerdesk/web/grid';
import { useState } from 'react';
import { useUnderWay } from '../decisions/use-decisions';
import { useDisplay, useNeedsClearView } from '../display/use-display';
import { useGetReasonsQuery } from '../moderation.api';
import { usePresence } from '../presence/use-presence';
import { QueueLine } from '../queue/queue-line';
import { type Owner, ownerOf } from '../review/account-link';
import { HelpDialog } from '../review/help-dialog';
import { RejectDialog } from '../review/reject-dialog';
import { pictureKeys } from './picture-keys';
import { PictureList } from './picture-list';
import { PictureViewer } from './picture-viewer';
import { useQueueParams } from './queue-params';
import { Toolbar } from './toolbar';
import { BulkResults } from './use-bulk';
import { useJudging } from './use-judging';
import { useOpenPicture } from './use-open-picture';
import { useOpenedInView } from './use-opened-in-view';
import { usePictureList } from './use-picture-list';

/** How many pictures behind the open one are loaded ahead. */
const AHEAD = 2;

/** A queue of pictures of one type: thumbnails, the open picture beside them, all by keyboard too. */
function PicturesScreen({ type, title }: { type: ImageType; title: string }) {
  const params = useQueueParams();
  const list = usePictureList(type, params.queue);
  // There before the dialog that shows them: R and a digit may follow at once.
  useGetReasonsQuery();
  const { display, toggle } = useDisplay();
  const reveal = useReveal();
  const underWay = useUnderWay();
  const presence = usePresence('image');
  const place = useOpenPicture(list, params, underWay, presence);
  const queueName = QUEUE_OF_PATH[PICTURE_TYPES[type].path];
  const needsClearView = useNeedsClearView(queueName);
  const isUnread = ({ photoID }: ImageForReview) =>
    needsClearView && display.blur && !reveal.revealed.has(photoID);
  const judging = useJudging(list, place, underWay, isUnread);
  /** The picture that is zoomed in: another one starts in its normal size. */
  const [zoomedID, setZoomedID] = useState<number>();
  const [help, setHelp] = useState(false);

  const { current, index } = place;
  const { decisions, bulk, rejecting } = judging;
  const focus = useOpenedInView(current?.photoID);
  const isZoomed = current !== undefined && zoomedID === current.photoID;
  const keys = pictureKeys(type, {
    next: () => place.step(1),
    previous: () => place.step(-1),
    decide: (status) => current && judging.ask(current, status),
    undo: () => void decisions.undo(),
    tray: decisions.toggleTray,
    zoom: () => setZoomedID(isZoomed ? undefined : current?.photoID),
    reveal: () => current && reveal.toggle(current.photoID),
    blur: () => toggle('blur'),
    gray: () => toggle('grayscale'),
    select: () => current && bulk.toggle(current),
    approveSelected: judging.approveSelected,
    rejectSelected: judging.rejectSelected,
    close: place.close,
    help: () => setHelp(true),
  });
  useKeys(keys);

  return (
    <Screen title={title}>
      {queueName && <QueueLine queue={queueName} decisions={decisions} />}
      <Toolbar
        queue={params.queue}
        onChange={params.change}
        display={display}
        onCare={toggle}
        selectedCount={bulk.chosen.length}
        onApproveSelected={judging.approveSelected}
        onRejectSelected={judging.rejectSelected}
        onClearSelection={bulk.clear}
        onReload={list.reload}
        onHelp={() => setHelp(true)}
      />
      <div className={`mod-review ${current ? 'mod-review-open' : ''}`} {...focus.props}>
        <PictureList
          list={list}
          queue={params.queue}
          place={place}
          judging={judging}
          underWay={underWay.ids}
          tagOf={presence.tagOf}
          revealed={reveal.revealed}
          display={display}
          isFocusLost={focus.isLost}
        />
        {current && (
          <PictureViewer
            picture={current}
            ahead={list.pictures.slice(index + 1, index + 1 + AHEAD)}
            opened={place.opened}
            claim={place.claim}
            failure={place.failure}
            onRetry={place.retry}
            lookers={presence.lookersOf(current.photoID)}
            display={display}
            revealed={reveal.revealed.has(current.photoID)}
            zoomed={isZoomed}
            busy={underWay.ids.has(current.photoID)}
            isUnderWay={underWay.has}
            isUnread={judging.isUnread(current)}
            onReveal={() => reveal.toggle(current.photoID)}
            onDecide={(status) => judging.ask(current, status)}
            onPrevious={() => place.step(-1)}
            onNext={() => place.step(1)}
            onClose={place.close}
          />
        )}
      </div>
      {help && <HelpDialog actions={keys} onClose={() => setHelp(false)} />}
      {rejecting && (
        <RejectDialog
          what={nameOf(rejecting.pictures)}
          owners={ownersOf(rejecting.pictures)}
          onReject={judging.reject}
          onClose={judging.cancelRejection}
        />
      )}
      {bulk.results && <BulkResults results={bulk.results} onClose={bulk.closeResults} />}
    </Screen>
  );
}

function ownersOf(pictures: readonly ImageForReview[]): Owner[] {
  return [...new Map(pictures.map(ownerOf).map((owner) => [`${owner.kind} ${owner.id}`, owner])).values()];
}

function nameOf(pictures: readonly ImageForReview[]): string {
  return pictures.length === 1 ? `photo ${pictures[0]?.photoID}` : `${pictures.length} pictures`;
}

/** Which pictures are shown plainly, one by one, until the screen is left. */
function useReveal() {
  const [revealed, setRevealed] = useState<ReadonlySet<number>>(new Set());
  const toggle = (photoID: number) =>
    setRevealed((before) => {
      const next = new Set(before);
      if (!next.delete(photoID)) next.add(photoID);
      return next;
    });
  return { revealed, toggle };
}

/** The four image review screens (docs/PRODUCT.md §2). */
export const PhotoIdScreen = () => <PicturesScreen type={IMAGE_TYPE.photoId} title="Manage PhotoID" />;
export const ProfileImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.profilePic} title="Manage Profile Images" />
);
export const GalleryImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.galleryPic} title="Manage Gallery Images" />
);
export const MemberImagesScreen = () => (
  <PicturesScreen type={IMAGE_TYPE.memberPic} title="Manage Member Images" />
);
