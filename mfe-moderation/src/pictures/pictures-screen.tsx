import { IMAGE_STATUS, type ImageForReview, type ImageType } from '@partnerdesk/contracts';
import { Button, EmptyState, ErrorState, Loading, Screen } from '@partnerdesk/web';
import { useCallback, useEffect, useState } from 'react';
import { useCare } from '../care/use-care';
import { useGetReasonsQuery, type Why } from '../moderation.api';
import { isHeldByOther } from '../review/claim-note';
import { HelpDialog } from '../review/help-dialog';
import { RejectDialog } from '../review/reject-dialog';
import { useKeys } from '../review/use-keys';
import { useOpenedItem } from '../review/use-opened-item';
import { BulkResults } from './bulk-results';
import { PictureGrid } from './picture-grid';
import { pictureKeys } from './picture-keys';
import { PictureViewer } from './picture-viewer';
import { useQueueAddress } from './queue-address';
import { Toolbar } from './toolbar';
import { useBulk } from './use-bulk';
import { useDecisions } from './use-decisions';
import { usePictureList } from './use-picture-list';
import { useReveal } from './use-reveal';
import { useStableActions } from './use-stable-actions';
import '../moderation.css';

/** How many pictures behind the opened one are loaded ahead. */
const AHEAD = 2;

/** A queue of pictures of one type: thumbnails, the opened picture beside them, all by keyboard too. */
export function PicturesScreen({ type, title }: { type: ImageType; title: string }) {
  const { address, change } = useQueueAddress();
  const list = usePictureList(type, address);
  // There before the dialog that shows them: R and a digit may follow at once.
  useGetReasonsQuery();
  const { pictures, query } = list;
  const { care, toggle } = useCare();
  const reveal = useReveal();
  const [zoomed, setZoomed] = useState(false);
  const [help, setHelp] = useState(false);
  const [rejecting, setRejecting] = useState<{ pictures: readonly ImageForReview[]; bulk: boolean }>();

  const index = pictures.findIndex(({ photoID }) => photoID === address.photoID);
  const { opened, failure, reopen } = useOpenedItem('image', address.photoID);
  // An address may name a picture that this list does not hold.
  const current = pictures[index] ?? opened?.image;
  const { change: changePicture } = list;
  // The list may be older than what opening tells: who has it, and how it was judged meanwhile.
  useEffect(() => {
    if (opened?.image) changePicture(opened.id, { ...opened.image, claim: opened.claim ?? undefined });
  }, [opened, changePicture]);

  const open = (photoID: number | undefined) => {
    setZoomed(false);
    change({ photo: photoID === undefined ? undefined : String(photoID) });
  };
  const refresh = async (photoID: number) => {
    const item = await reopen(photoID);
    if (item?.image) list.change(photoID, item.image);
  };
  const decisions = useDecisions(list, { onConflict: (photoID) => void refresh(photoID) });
  const bulk = useBulk(pictures, decisions);

  const step = (by: 1 | -1) => {
    const next = pictures[index < 0 ? 0 : index + by];
    if (next) open(next.photoID);
  };
  /** Goes on to the next that waits and that nobody else has open; behind the last one, to what was passed over. */
  const goOn = (from: number) => {
    const order = [...pictures.slice(from + 1), ...pictures.slice(0, Math.max(from, 0))];
    const waits = ({ status, claim }: ImageForReview) =>
      status === IMAGE_STATUS.unprocessed && !isHeldByOther(claim);
    const next = address.status ? pictures[from + 1] : order.find(waits);
    open(next?.photoID);
  };

  const decide = async (picture: ImageForReview, status: number, why?: Why) => {
    const done = await decisions.decide(picture, status, why);
    if (done && picture.photoID === address.photoID) goOn(index);
  };
  const ask = (picture: ImageForReview, status: number) => {
    if (status === IMAGE_STATUS.rejected) setRejecting({ pictures: [picture], bulk: false });
    else void decide(picture, status);
  };
  const reject = (why: Why) => {
    const [picture] = rejecting?.pictures ?? [];
    setRejecting(undefined);
    if (rejecting?.bulk) void bulk.decide(IMAGE_STATUS.rejected, why);
    else if (picture) void decide(picture, IMAGE_STATUS.rejected, why);
  };
  const rejectSelected = () => {
    if (bulk.chosen.length > 0) setRejecting({ pictures: bulk.chosen, bulk: true });
  };
  const undo = async () => {
    const item = await decisions.undo();
    // Also one that had left the list, hidden.
    if (item?.kind === 'image' && list.holds(item.id)) open(item.id);
  };

  const keys = pictureKeys(type, {
    next: () => step(1),
    previous: () => step(-1),
    decide: (status) => current && ask(current, status),
    undo: () => void undo(),
    zoom: () => setZoomed(!zoomed),
    reveal: () => current && reveal.toggle(current.photoID),
    blur: () => toggle('blur'),
    gray: () => toggle('grayscale'),
    select: () => current && bulk.toggle(current),
    approveSelected: () => void bulk.decide(IMAGE_STATUS.approved),
    rejectSelected,
    close: () => open(undefined),
    help: () => setHelp(true),
  });
  useKeys(keys);

  const actions = useStableActions({
    open: ({ photoID }) => open(photoID),
    decide: ask,
    select: bulk.toggle,
  });
  const { fetchNextPage } = query;
  const loadMore = useCallback(() => void fetchNextPage(), [fetchNextPage]);

  const cleared =
    address.status === IMAGE_STATUS.unprocessed &&
    pictures.length > 0 &&
    !query.hasNextPage &&
    pictures.every(({ status }) => status !== IMAGE_STATUS.unprocessed);

  return (
    <Screen title={title}>
      <Toolbar
        address={address}
        onChange={change}
        care={care}
        onCare={toggle}
        selectedCount={bulk.chosen.length}
        onApproveSelected={() => void bulk.decide(IMAGE_STATUS.approved)}
        onRejectSelected={rejectSelected}
        onClearSelection={bulk.clear}
        onReload={list.reload}
        onHelp={() => setHelp(true)}
      />
      {list.beginsLater && (
        <p className="pd-panel-muted">
          The list begins where you were.{' '}
          <Button variant="link" className="p-0 align-baseline" onClick={list.toBeginning}>
            Show it from its beginning
          </Button>
        </p>
      )}
      <div className={`pd-review ${current ? 'pd-review-open' : ''}`}>
        {pictures.length > 0 && (
          <PictureGrid
            pictures={pictures}
            currentID={address.photoID}
            selected={bulk.selected}
            revealed={reveal.revealed}
            care={care}
            actions={actions}
            hasMore={query.hasNextPage && !query.isFetching}
            onMore={loadMore}
          />
        )}
        {cleared && (
          <p className="pd-cleared" role="status">
            Nothing waits here any more
          </p>
        )}
        {pictures.length === 0 && query.isFetching && <Loading />}
        {pictures.length === 0 && query.isError && !query.isFetching && (
          <ErrorState text="The pictures could not be loaded." onRetry={list.reload} />
        )}
        {pictures.length === 0 && !query.isFetching && !query.isError && (
          <EmptyState text="There are no pictures here" />
        )}
        {current && (
          <PictureViewer
            picture={current}
            ahead={pictures.slice(index + 1, index + 1 + AHEAD)}
            opened={opened}
            failure={failure}
            care={care}
            revealed={reveal.revealed.has(current.photoID)}
            zoomed={zoomed}
            busy={decisions.busy}
            onReveal={() => reveal.toggle(current.photoID)}
            onDecide={(status) => ask(current, status)}
            onPrevious={() => step(-1)}
            onNext={() => step(1)}
            onClose={() => open(undefined)}
          />
        )}
      </div>
      {help && <HelpDialog actions={keys} onClose={() => setHelp(false)} />}
      {rejecting && (
        <RejectDialog
          what={nameOf(rejecting.pictures)}
          onReject={reject}
          onClose={() => setRejecting(undefined)}
        />
      )}
      {bulk.results && <BulkResults results={bulk.results} onClose={bulk.closeResults} />}
    </Screen>
  );
}

function nameOf(pictures: readonly ImageForReview[]): string {
  return pictures.length === 1 ? `photo ${pictures[0]?.photoID}` : `${pictures.length} pictures`;
}
