import {
  type BulkResult,
  type DecisionResult,
  type ImageForReview,
  mayChangeImage,
  PICTURE_TYPES,
} from '@partnerdesk/contracts';
import type { UnderWay } from '../decisions/use-decisions';
import { useDecisions } from '../decisions/use-decisions';
import { useUpdateImageStatusesMutation, useUpdateImageStatusMutation, type Why } from '../moderation.api';
import type { PictureList } from './use-picture-list';

/** By what a decision names the picture (docs/PRODUCT.md §7). */
const identifierOf = (picture: ImageForReview): number => picture[PICTURE_TYPES[picture.type].namedBy];

/**
 * Decides on pictures; the list shows what the server has answered, never what was only asked for.
 * @param onUndone gets the photoIDs that are as they were before
 * @param onRefused gets the photoID of a refused decision: its picture may have changed
 */
export function usePictureDecisions(
  list: PictureList,
  underWay: UnderWay,
  onUndone: (photoIDs: readonly number[]) => void,
  onRefused: (photoID: number) => void,
) {
  const [update] = useUpdateImageStatusMutation();
  const [updateMany] = useUpdateImageStatusesMutation();
  const show = ({ id, status, review }: DecisionResult) =>
    list.change(id, { status, review, claim: undefined });
  const { send, ...decisions } = useDecisions(underWay, (items) => {
    const pictures = items.filter(({ kind }) => kind === 'image');
    pictures.forEach(show);
    onUndone(pictures.map(({ id }) => id));
  });

  return {
    ...decisions,
    /** Whether a decision about it can be sent at this moment: its status allows it, and none is under way. */
    mayDecide: (picture: ImageForReview, status: number) =>
      !underWay.has(picture.photoID) && mayChangeImage(picture.type, list.statusOf(picture), status),
    /** @returns whether the server has done it */
    decide: async (picture: ImageForReview, status: number, why: Why = {}) => {
      const { photoID, type, staffID, review } = picture;
      const body = { identifier: identifierOf(picture), type, status, staffID, photoID, review, ...why };
      const sent = await send<DecisionResult>({
        ids: [photoID],
        name: `Photo ${photoID}`,
        call: () => update(body),
        onDecided: show,
      });
      if (sent && !sent.data) onRefused(photoID);
      return Boolean(sent?.data);
    },
    /** @returns a result for each picture; undefined when the call failed */
    decideMany: async (pictures: readonly ImageForReview[], status: number, why: Why = {}) => {
      const [first] = pictures;
      if (!first) return undefined;
      const items = pictures.map(({ photoID, review }) => ({ photoID, review }));
      const sent = await send<BulkResult[]>({
        ids: items.map(({ photoID }) => photoID),
        name: '',
        call: () => updateMany({ type: first.type, status, items, ...why }),
        onDecided: (results) => {
          for (const result of results) if (result.ok) show(result);
        },
      });
      return sent?.data;
    },
  };
}

export type PictureDecisions = ReturnType<typeof usePictureDecisions>;
