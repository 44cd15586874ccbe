import { IMAGE_TYPE, type ImageType, type QueueName } from '@partnerdesk/contracts';
import { useConfiguration } from '@partnerdesk/web';

/** Whether what waits in a queue can be approved only after its picture was shown plainly (REVIEW_NEEDS_CLEAR_VIEW). */
export function useNeedsClearView(queue: QueueName | undefined): boolean {
  const { reviewNeedsClearView } = useConfiguration();
  return queue !== undefined && reviewNeedsClearView.includes(queue);
}

/** Why the button to approve it is disabled. */
export const SHOW_FIRST = 'Show the picture before you approve it';

/** Why a picture of this type has to be shown before it is approved. */
export const clearViewHint = (type: ImageType): string =>
  type === IMAGE_TYPE.photoId ? 'A photo id is approved by what can be read on it' : SHOW_FIRST;
