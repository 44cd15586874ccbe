import { callDuePostbacks } from '@partnerdesk/domain';
import type { JobPayloads } from '@partnerdesk/queues';
import type { JobContext } from '../job-handler';

/** Makes the calls of an affiliate that are due. @returns how many */
export async function callPostbacksJob(
  { affID }: JobPayloads['call-postbacks'],
  { makeCall }: Pick<JobContext, 'makeCall'>,
): Promise<number> {
  if (!makeCall) throw new Error('this worker was started without a way to call postbacks');
  return callDuePostbacks(affID, makeCall);
}
