import { processPicture } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/** Thumbnail and perceptual hash of a received picture. One that is ready already is left alone. */
export async function processPhotoJob(
  { photoID }: JobPayloads['process-photo'],
  { storage }: Pick<JobContext, 'storage'>,
): Promise<'done' | 'gone'> {
  if (!storage) throw new Error('this worker was given no storage');
  return processPicture(storage, photoID);
}
