import '../moderation.css';
import './pictures.css';
import {
  IMAGE_STATUS,
  IMAGE_TYPE,
  type ImageForReview,
  type ImageType,
  PICTURE_TYPES,
  QUEUE_OF_PATH,
} from '@partnerdesk/contracts';
import { Screen } from '@partnerdesk/web';
import { type KeyAction, useKeys } from '@partnerdesk/web/grid';
import { useState } from 'react';
import { useUnderWay } from '../decisions/use-decisions';
import { useDisplay, useNeedsClearView } from '../display/use-display';
import { useGetReasonsQuery } from '../moderation.api';
import { usePresence } from '../presence/use-presence';
import { QueueLine } from '../queue/queue-line';
import { type Owner, ownerOf } from '../review/account-link';
import { HelpDialog } from '../review/help-dialog';
import { RejectDialog } from '../review/reject-dialog';
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
  const decide = (status: number) => () => current && judging.ask(current, status);
  const keys: KeyAction[] = [
    { keys: ['ArrowRight', 'j'], label: 'Next picture', repeats: true, run: () => place.step(1) },
    { keys: ['ArrowLeft', 'k'], label: 'Previous picture', repeats: true, run: () => place.step(-1) },
    { keys: ['a'], label: 'Approve', run: decide(IMAGE_STATUS.approved) },
    { keys: ['r'], label: 'Reject; then a digit for the reason', run: decide(IMAGE_STATUS.rejected) },
    ...(PICTURE_TYPES[type].mayHide
      ? [{ keys: ['h'], label: 'Hide', run: decide(IMAGE_STATUS.hidden) }]
      : []),
    { keys: ['u'], label: 'Undo my last decision', run: () => void decisions.undo() },
    { keys: ['t'], label: 'My last decisions, each with Undo', run: decisions.toggleTray },
    {
      keys: ['v'],
      label: 'Show the picture plainly, or cover it',
      run: () => current && reveal.toggle(current.photoID),
    },
    {
      keys: ['z'],
      label: 'Zoom in or out',
      run: () => setZoomedID(isZoomed ? undefined : current?.photoID),
    },
    { keys: ['b'], label: 'Blur all on or off', run: () => toggle('blur') },
    { keys: ['g'], label: 'Gray all on or off', run: () => toggle('grayscale') },
    { keys: ['x'], label: 'Select or unselect', run: () => current && bulk.toggle(current) },
    { keys: ['shift+a'], label: 'Approve all selected', run: judging.approveSelected },
    { keys: ['shift+r'], label: 'Reject all selected', run: judging.rejectSelected },
    { keys: ['Escape'], label: 'Close the picture', run: place.close },
    { keys: ['?'], label: 'This help', run: () => setHelp(true) },
  ];
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
            place={place}
            lookers={presence.lookersOf(current.photoID)}
            display={display}
            revealed={reveal.revealed.has(current.photoID)}
            zoomed={isZoomed}
            underWay={underWay}
            isUnread={judging.isUnread(current)}
            onReveal={() => reveal.toggle(current.photoID)}
            onDecide={(status) => judging.ask(current, status)}
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
