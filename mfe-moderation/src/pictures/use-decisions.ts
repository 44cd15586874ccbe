import { IMAGE_TYPE, type ImageForReview, MESSAGE } from '@partnerdesk/contracts';
import { isApiError, useAlerts } from '@partnerdesk/web';
import { useRef, useState } from 'react';
import {
  useUndoDecisionMutation,
  useUpdateImageStatusesMutation,
  useUpdateImageStatusMutation,
  type Why,
} from '../moderation.api';
import { statusText } from '../review/status-text';
import type { PictureList } from './use-picture-list';

/** By what a decision names the picture (docs/PRODUCT.md §7). */
function identifierOf({ type, staffID, profileID, photoID }: ImageForReview): number {
  if (type === IMAGE_TYPE.photoId) return staffID;
  return type === IMAGE_TYPE.profilePic ? profileID : photoID;
}

/** Sends decisions; the list shows what the server has answered, never what was only asked for. */
export function useDecisions(list: PictureList, { onConflict }: { onConflict: (photoID: number) => void }) {
  const alerts = useAlerts();
  const [update] = useUpdateImageStatusMutation();
  const [updateMany] = useUpdateImageStatusesMutation();
  const [undoLast] = useUndoDecisionMutation();
  const [busy, setBusy] = useState(false);
  // State comes a render too late for a key that is held down.
  const working = useRef(false);

  const alone = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (working.current) return undefined;
    working.current = true;
    setBusy(true);
    try {
      return await work();
    } finally {
      working.current = false;
      setBusy(false);
    }
  };
  const fail = (error: unknown) => {
    const known = isApiError(error) && ['conflict', 'not_found'].includes(error.code);
    if (known && error.message) alerts.warning(error.message);
    else alerts.danger(MESSAGE.genericError);
  };

  return {
    busy,
    /** @returns whether the server has done it */
    decide: (picture: ImageForReview, status: number, why: Why = {}) =>
      alone(async () => {
        const { photoID, type, staffID, review } = picture;
        const answer = await update({
          identifier: identifierOf(picture),
          type,
          status,
          staffID,
          photoID,
          review,
          ...why,
        });
        if (answer.data) {
          list.change(photoID, { status: answer.data.status, review: answer.data.review, claim: undefined });
          return true;
        }
        fail(answer.error);
        onConflict(photoID);
        return false;
      }),
    decideMany: (pictures: readonly ImageForReview[], status: number, why: Why = {}) =>
      alone(async () => {
        const [first] = pictures;
        if (!first) return undefined;
        const items = pictures.map(({ photoID, review }) => ({ photoID, review }));
        const { data } = await updateMany({ type: first.type, status, items, ...why });
        for (const result of data ?? []) {
          if (result.ok) list.change(result.id, { status: result.status, review: result.review });
        }
        return data;
      }),
    /** @returns the item that was brought back */
    undo: () =>
      alone(async () => {
        const { data, error } = await undoLast();
        if (error) fail(error);
        if (!data) return undefined;
        if (data.kind === 'image') list.change(data.id, { status: data.status, review: data.review });
        alerts.success(`Undone: ${data.kind} ${data.id} is ${statusText(data.kind, data.status)} again`);
        return data;
      }),
  };
}
